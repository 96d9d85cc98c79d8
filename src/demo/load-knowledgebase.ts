import type { ApiClient } from './api-client.ts';
import { isToBeFilled, type PaperGround } from './load-paper-ground.ts';
import { createRandom } from './random.ts';

interface Article {
  title: string;
  summary: string;
  keywords: string;
  body?: string;
  linkurl?: string;
  /** Name of a program of the PCs that the article is about. */
  program?: string;
}

const ARTICLES: readonly Article[] = [
  {
    title: 'A shop floor PC does not start after a power cut',
    summary: 'Power-on order, and when to call IT.',
    keywords: 'boot, black screen, power failure',
    body: `## Before you begin\n\nThe machine must be **off at its main switch**. A PC that starts into a running control loses its licence dongle.\n\n1. Switch the PC off and wait 30 seconds.\n2. Switch the screen on, then the PC.\n3. Wait until the tray shows the green agent icon.\n4. Switch the machine on.\n\n## It still does not start\n\n| Symptom | Cause | Contact |\n| --- | --- | --- |\n| Three beeps | Memory | IT, ext. 4110 |\n| *No boot device* | Disk | IT, ext. 4110 |\n| Nothing, no light | Power supply | Electricians, ext. 4200 |\n\n> Never take a disk out of one PC and put it into another: the measuring programs are bound to the board.`,
  },
  {
    title: 'Clean the sensor of a label printer',
    summary: 'Labels that are skipped or torn come from dust before the gap sensor in nine of ten cases.',
    keywords: 'labels, gap sensor, zebra',
    body: '1. Open the head and take the roll out.\n2. Wipe the black sensor with a *dry* swab.\n3. Put the roll in, close the head and press `FEED` twice.\n\nThe printer then measures the gap again. If it still skips labels, see [the printers](/printers) for spare heads.',
  },
  {
    title: 'Send a measuring tool to calibration',
    summary: 'How to pack the tool and record the result.',
    keywords: 'gauge, caliper, due, laboratory',
    body: '- Clean the tool; the laboratory returns greasy tools.\n- Print its label and put it on the **box**, not on the tool.\n- Enter the result under the tool when it comes back. Add the certificate as a PDF.',
  },
  {
    title: 'The program of the label printer hangs',
    summary: 'The cache is too large. Takes five minutes.',
    keywords: 'freeze, slow, not responding',
    program: 'Asset Label Printer',
    body: 'Close the program and empty its cache:\n\n```\ndel /q "%ProgramData%\\Cache\\*.tmp"\n```\n\nThen restart it. It rebuilds the cache, which takes a minute with the first label.',
  },
  {
    title: 'Let IT look at your screen',
    summary: 'How to start remote help, and what IT can see.',
    keywords: 'remote, support, teamviewer',
    program: 'Remote Help',
    body: 'Start **Remote Help** from the desktop and read the six digits to IT (ext. 4110).\n\n- They see the screen from now on.\n- You can end it at any time with `Esc`.\n\nAt machine PCs, the *operator* stays at the machine.',
  },
  {
    title: 'Manual of the coordinate measuring machines',
    summary: 'The manufacturer keeps it up to date.',
    keywords: 'cmm, manual',
    linkurl: 'https://manuals.example.com/cmm',
  },
  {
    title: 'Take a USB stick for a machine program',
    summary: 'Take sticks at the cabinet. They are scanned before and after use.',
    keywords: 'stick, usb, virus scan',
    body: 'Take a stick at the cabinet with your badge and enter the reason. Return it **on the same day**. The custody report lists overdue sticks.',
  },
  {
    title: 'Guest Wi-Fi for fitters',
    summary: 'Validity and approval.',
    keywords: 'wlan, visitor, network',
    body: 'Reception issues a code for one day. For longer access, the hall manager signs, and IT issues it for at most two weeks.',
  },
];

/**
 * Creates articles, some about programs of the plant, with different click counts. Does nothing when there
 * are articles already or the plugin is disabled.
 */
export async function loadKnowledgeBase({ api, seed }: PaperGround): Promise<void> {
  if (!(await isToBeFilled(api, '/api/knowledgebase'))) return;
  for (const [index, { program, ...article }] of ARTICLES.entries()) {
    const appid = program === undefined ? null : await programId(api, program);
    const { articleid } = await api.post('/api/knowledgebase', { ...article, appid });
    for (let reads = createRandom(seed, 'knowledgebase', index).whole(0, 12); reads > 0; reads--)
      await api.post(`/api/knowledgebase/${articleid}/click`, {});
  }
}

/**
 * Returns the ID of the application of this name. Creates a missing one, so that later reports of PCs find
 * it.
 */
async function programId(api: ApiClient, appname: string): Promise<unknown> {
  for await (const row of api.list(`/api/applications?search=${encodeURIComponent(appname)}`))
    if (row.appname === appname) return row.appid;
  return (await api.post('/api/applications', { appname })).appid;
}
