import type { ApiClient } from './api-client.ts';
import { isToBeFilled, type PaperGround } from './load-paper-ground.ts';
import { createRandom } from './random.ts';

interface Article {
  title: string;
  summary: string;
  keywords: string;
  body?: string;
  linkurl?: string;
  /** Program of the PCs that the article describes. */
  program?: string;
}

const ARTICLES: readonly Article[] = [
  {
    title: 'A shop floor PC does not start after a power cut',
    summary: 'In which order to switch things on, and when to call IT.',
    keywords: 'boot, black screen, power failure',
    body: `## Before you begin\n\nThe machine must be **off at its main switch**. A PC that starts into a running control loses its licence dongle.\n\n1. Switch the PC off and wait 30 seconds.\n2. Switch the screen on, then the PC.\n3. Wait until the tray shows the green sign of the agent.\n4. Switch the machine on.\n\n## It still does not start\n\n| What you see | What it is | Whom to call |\n| --- | --- | --- |\n| Three beeps | Memory | IT, ext. 4110 |\n| *No boot device* | Disk | IT, ext. 4110 |\n| Nothing, no light | Power supply | Electricians, ext. 4200 |\n\n> Never take a disk out of one PC and put it into another: the measuring programs are bound to the board.`,
  },
  {
    title: 'Clean the sensor of a label printer',
    summary: 'Labels that are skipped or torn come from dust before the gap sensor in nine of ten cases.',
    keywords: 'labels, gap sensor, zebra',
    body: '1. Open the head and take the roll out.\n2. Wipe the black sensor with a *dry* swab.\n3. Put the roll in, close the head and press `FEED` twice.\n\nAfter that the printer measures the gap anew. If it skips labels still, see [the printers](/printers) for who keeps spare heads.',
  },
  {
    title: 'Send a measuring tool to calibration',
    summary: 'What goes into the box, and what is entered here.',
    keywords: 'gauge, caliper, due, laboratory',
    body: '- Clean the tool; the laboratory sends greasy ones back.\n- Print its label and put it on the **box**, not on the tool.\n- Enter the result under the tool when it comes back. The certificate goes with it as PDF.',
  },
  {
    title: 'The program of the label printer hangs',
    summary: 'A cache that grew too large. Five minutes.',
    keywords: 'freeze, slow, not responding',
    program: 'Asset Label Printer',
    body: 'Close the program and empty its cache:\n\n```\ndel /q "%ProgramData%\\Cache\\*.tmp"\n```\n\nThen start it anew. It builds the cache up again, which takes a minute with the first label.',
  },
  {
    title: 'Let IT look at your screen',
    summary: 'How to start the remote help, and what IT can see then.',
    keywords: 'remote, support, teamviewer',
    program: 'Remote Help',
    body: 'Start **Remote Help** from the desktop and read the six digits to IT (ext. 4110).\n\n- They see the screen, and nothing of what was there before.\n- You can end it at any time with `Esc`.\n\nOn PCs beside machines the *operator* stays at the machine meanwhile.',
  },
  {
    title: 'Manual of the coordinate measuring machines',
    summary: 'The maker keeps it up to date.',
    keywords: 'cmm, manual',
    linkurl: 'https://manuals.example.com/cmm',
  },
  {
    title: 'Take a USB stick for a machine program',
    summary: 'Sticks are taken at the cabinet, scanned before and after.',
    keywords: 'stick, usb, virus scan',
    body: 'Take a stick at the cabinet with your badge and say why. Bring it back **on the same day**: those that are out longer stand in the report of custody.',
  },
  {
    title: 'Guest Wi-Fi for fitters',
    summary: 'How long it lasts, and who signs.',
    keywords: 'wlan, visitor, network',
    body: 'Reception gives a code for one day. For longer, the head of the hall signs, and IT makes it for at most two weeks.',
  },
];

/** Creates articles, some about programs of the plant, with different click counts. */
export async function loadKnowledgeBase({ api, seed }: PaperGround): Promise<void> {
  if (!(await isToBeFilled(api, '/api/knowledgebase'))) return;
  for (const [index, { program, ...article }] of ARTICLES.entries()) {
    const appid = program === undefined ? null : await programId(api, program);
    const { articleid } = await api.post('/api/knowledgebase', { ...article, appid });
    for (let reads = createRandom(seed, 'knowledgebase', index).whole(0, 12); reads > 0; reads--)
      await api.post(`/api/knowledgebase/${articleid}/click`, {});
  }
}

/** Returns the ID of the application of this name. Creates it, so that later reports of PCs find it. */
async function programId(api: ApiClient, appname: string): Promise<unknown> {
  for await (const row of api.list(`/api/applications?search=${encodeURIComponent(appname)}`))
    if (row.appname === appname) return row.appid;
  return (await api.post('/api/applications', { appname })).appid;
}
