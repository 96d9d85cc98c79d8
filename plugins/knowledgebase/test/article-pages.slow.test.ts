import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK, findPageFaults } from '../../../test/browser/page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
beforeEach(() => plant.session.page.setViewportSize(DESK));
afterEach(() => {
  expect(plant.session.problems.splice(0)).toEqual([]);
});
afterAll(() => plant?.stop());

const ELSEWHERE = 'http://elsewhere.example';
/**
 * Known attempts to make a Markdown renderer run a script, fetch a resource or link to a dangerous address.
 */
const HOSTILE = `# Head <script>window.struck=1</script>

<script>window.struck=1</script>
<img src=x onerror="window.struck=1">
<iframe srcdoc="<script>parent.struck=1</script>"></iframe>
<svg onload="window.struck=1"><style>@import url(${ELSEWHERE}/s.css)</style></svg>
<link rel=stylesheet href=${ELSEWHERE}/s.css>
<form action="${ELSEWHERE}"><button>go</button></form>
<a href="javascript:window.struck=1">raw</a>

[one](javascript:window.struck=1) [two](JaVaScRiPt:window.struck=1) [three](&#106;avascript:window.struck=1)
[four](java&Tab;script:window.struck=1) [five](vbscript:x) [six](data:text/html,<script>window.struck=1</script>)
[seven](data:image/png;base64,AAAA) [eight](file:///etc/passwd) [nine](//elsewhere.example/x) [ten](\\\\\\\\elsewhere.example)
[eleven](<javascript:window.struck=1>) [twelve][ref] <javascript:window.struck=1> [x](blob:${ELSEWHERE}/1)
[title](https://good.example "><img src=x onerror=window.struck=1>")

[ref]: javascript:window.struck=1

![picture](${ELSEWHERE}/p.png) ![script](javascript:window.struck=1) ![x" onerror="window.struck=1](${ELSEWHERE}/q.png)

\`\`\`html" onclick="window.struck=1
<script>window.struck=1</script>
\`\`\`

| a <b onclick=window.struck=1>b</b> | b |
| :-- | --: |
| <img src=${ELSEWHERE}/t.png> | 2 |

${'> '.repeat(300)}deep
${'['.repeat(2000)}
`;

const article = async (body: object) =>
  ((await plant.send('POST', '/knowledgebase', body)).data as { articleid: number }).articleid;

test('hostile Markdown runs no script, sends no request and has only safe links', async () => {
  const { page } = plant.session;
  const id = await article({ title: 'Hostile', summary: HOSTILE.slice(0, 900), body: HOSTILE });
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  for (const path of [`/knowledgebase/${id}`, `/knowledgebase/${id}/edit`]) {
    await page.goto(plant.url + path);
    const text = page.locator('.mw-article');
    await text.getByText('eleven').waitFor();
    await plant.session.settled();
    const found = await text.evaluate((root) => ({
      struck: 'struck' in window,
      bad: root.querySelectorAll('script, img, iframe, svg, style, link, form, object, embed, [style]')
        .length,
      handlers: [...root.querySelectorAll('*')].flatMap((one) =>
        one.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
      targets: [...root.querySelectorAll('a')].map((link) => [link.href, link.rel, link.target]),
    }));
    expect({ ...found, targets: [] }).toEqual({ struck: false, bad: 0, handlers: [], targets: [] });
    expect(found.targets.length).toBeGreaterThan(2);
    for (const [address, ...how] of found.targets)
      expect([new URL(address!).protocol, ...how]).toEqual([
        address!.startsWith('https') ? 'https:' : 'http:',
        'noopener noreferrer',
        '_blank',
      ]);
  }
  expect(requestedUrls.filter((address) => !address.startsWith(plant.url))).toEqual([]);
});

test('the page shows headings, steps and tables of an article and counts one click', async () => {
  const { page } = plant.session;
  const body = `## Before\n\nPress **both** buttons.\n\n3. Open\n4. Close\n\n| Part | Nm |\n| --- | --: |\n| Bolt | 12 |\n\nSee [the PCs](/assets) and https://manuals.example/x`;
  const id = await article({ title: 'Open the press', body, linkurl: 'https://manuals.example/press' });
  const path = `/knowledgebase/${id}`;
  expect(await findPageFaults(plant, [path, `${path}/edit`, '/knowledgebase'], 'light')).toEqual([]);
  await page.goto(plant.url + path);
  const text = page.locator('.mw-article');
  await text.getByRole('heading', { level: 3, name: 'Before' }).waitFor();
  expect(await text.locator('ol').getAttribute('start')).toBe('3');
  expect(await text.getByRole('cell', { name: '12' }).getAttribute('data-align')).toBe('right');
  await plant.session.settled();
  await page.goto(`${plant.url}/knowledgebase`);
  await page.goto(plant.url + path);
  await text.getByRole('link', { name: 'the PCs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor();
  const { clicks } = (await plant.send('GET', path)).data as { clicks: number };
  expect(clicks).toBe(1);
});

test('the page counts a click when the link of an article without text is opened', async () => {
  const { page, context } = plant.session;
  const manuals = 'https://manuals.example/**';
  await context.route(manuals, (route) => route.fulfill({ body: 'manual' }));
  const id = await article({ title: 'Only a link', linkurl: 'https://manuals.example/link' });
  await page.goto(`${plant.url}/knowledgebase/${id}`);
  const counted = page.waitForResponse((answer) => answer.url().endsWith(`/${id}/click`));
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'https://manuals.example/link' }).click();
  expect((await counted).status()).toBe(200);
  const manual = await opened;
  await manual.waitForLoadState();
  await manual.close();
  await context.unroute(manuals);
  // The reader followed the link deliberately.
  const elsewhere = 'request to elsewhere: https://manuals.example/link';
  expect(new Set([...plant.session.problems.splice(0), elsewhere])).toEqual(new Set([elsewhere]));
});

test('the editor shows a preview of the article', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/knowledgebase/new`);
  await page.getByLabel('Title').fill('Written with a preview');
  await page.getByRole('textbox', { name: 'Text' }).fill('# Big\n\n- *one*\n- two');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Big' }).waitFor();
  expect(await preview.getByRole('listitem').count()).toBe(2);
  await page.getByRole('button', { name: 'Create article' }).click();
  await page.getByRole('heading', { level: 1, name: 'Written with a preview' }).waitFor();
  await page.locator('.mw-article').getByRole('heading', { name: 'Big' }).waitFor();
});

test('the page of an application shows its articles', async () => {
  const { page } = plant.session;
  await article({ title: 'Packer stops at 99 %', appid: 1 });
  await page.goto(`${plant.url}/applications/1`);
  await page.getByRole('link', { name: 'Packer stops at 99 %' }).waitFor();
});
