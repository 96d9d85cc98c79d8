import type { ApiClient, ApiRecord } from './api-client.ts';
import { forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { isToBeFilled, type PaperGround, someOf } from './load-paper-ground.ts';
import { indexByName } from './load-references.ts';
import { createRandom } from './random.ts';

const SCOPES: readonly {
  scopename: string;
  description: string;
  entries: readonly { Name: string; [field: string]: unknown }[];
}[] = [
  {
    scopename: 'common',
    description: 'Required on all PCs of the plant.',
    entries: [
      {
        Name: 'Root certificate of the plant',
        Type: 'PS1',
        InlinePayload:
          'Import-Certificate -FilePath C:\\Plant\\root.cer -CertStoreLocation Cert:\\LocalMachine\\Root',
        DetectionMethod: 'Registry',
        DetectionPath: 'HKLM\\Software\\Plant',
        DetectionName: 'RootCertificate',
        DetectionValue: '2026',
      },
      {
        Name: 'Time server',
        Type: 'CMD',
        InstallArgs: 'w32tm /config /manualpeerlist:time.plant.example /update',
      },
      {
        Name: 'Lock the screen',
        Type: 'REG',
        InlinePayload: 'Windows Registry Editor Version 5.00\r\n',
        PCTypes: ['Office'],
      },
    ],
  },
  {
    scopename: 'Machine PC',
    description: 'PCs at machines: the link to the control, without disturbances.',
    entries: [
      { Name: 'DNC client', Type: 'MSI', InstallArgs: '/qn /norestart', LogFile: 'C:\\Plant\\logs\\dnc.log' },
      {
        Name: 'No sleep',
        Type: 'BAT',
        InlinePayload: 'powercfg /change standby-timeout-ac 0\r\n',
        DetectionMethod: 'MarkerFile',
        DetectionPath: 'C:\\Plant\\nosleep.done',
      },
      {
        Name: 'Serial adapter',
        Type: 'INF',
        InlinePayload: '[Version]\r\nSignature="$Windows NT$"\r\n',
        TargetMachineNumbers: ['M-0001', 'M-0002'],
      },
    ],
  },
];
const LINKED = 'DNC client';
const PCS = 40;
const PAYLOAD = new Uint8Array(200_000).map((_, index) => (index * 7) & 255);

/**
 * Publishes scopes with entries, adds an unpublished entry to each but the common one, and sends reports of
 * PCs. Does nothing when there are scopes already or the plugin is disabled.
 */
export async function loadEnforce(ground: PaperGround): Promise<void> {
  const { api } = ground;
  if (!(await isToBeFilled(api, '/api/enforce/scopes'))) return;
  const apps = await indexByName(api, '/api/applications', 'appname', 'appid');
  await apps.ensure(LINKED, {});
  const appid = apps.ids.get(LINKED)!;
  for (const { entries, ...scope } of SCOPES) {
    const { scopeid } = await api.post('/api/enforce/scopes', scope);
    for (const entry of entries)
      await addEntry(api, Number(scopeid), { ...entry, ...(entry.Name === LINKED && { appid }) });
    await api.post(`/api/enforce/scopes/${scopeid}/publish`, { note: 'The first one' });
    if (scope.scopename === 'common') continue;
    await addEntry(api, Number(scopeid), {
      Name: 'Viewer for drawings',
      Type: 'EXE',
      InstallArgs: '/S',
      TargetHostnames: ['pc-0*'],
    });
  }
  await assignMachinePcs(ground, appid);
  await report(ground);
}

async function addEntry(api: ApiClient, scopeid: number, entry: object): Promise<void> {
  const { entryid, haspayload } = await api.post(`/api/enforce/scopes/${scopeid}/entries`, entry);
  if (haspayload !== false) return;
  await api.post(`/api/enforce/entries/${entryid}/payload?filename=setup.bin`, PAYLOAD, {
    'Content-Type': 'application/octet-stream',
  });
}

/** Sets the type of some PCs to Machine PC and adds the application of one entry to most of them. */
async function assignMachinePcs(ground: PaperGround, appid: number): Promise<void> {
  const { api } = ground;
  const types = await indexByName(api, '/api/computers/types', 'computertype', 'computertypeid');
  await types.ensure('Machine PC', { isshopfloor: true });
  const computertypeid = types.ids.get('Machine PC');
  await forEachConcurrently(someOf(ground, 'Computer', PCS), LANES, async (assetid) => {
    const { computerid } = await api.get(`/api/computers/by-asset/${assetid}`);
    await api.put(`/api/computers/${computerid}`, { computertypeid });
    if (createRandom(ground.seed, 'dnc', assetid).chance(0.8))
      await api.post(`/api/computers/${computerid}/apps`, { appid });
  });
}

async function report(ground: PaperGround): Promise<void> {
  const { api, seed } = ground;
  const token = await api.post('/api/apitokens', {
    name: 'Demo reports',
    service: true,
    scopes: ['enforce.report'],
  });
  const headers = { 'X-API-Key': String(token.secret) };
  await forEachConcurrently(someOf(ground, 'Computer', PCS), LANES, async (assetid) => {
    const { hostname }: ApiRecord = await api.get(`/api/computers/by-asset/${assetid}`);
    if (!hostname) return;
    for (const scope of SCOPES) {
      const random = createRandom(seed, `enforce ${scope.scopename}`, assetid);
      const results = scope.entries.map((entry) => ({
        entryname: entry.Name,
        action: random.chance(0.06) ? 'failed' : random.pick(['uptodate', 'uptodate', 'installed']),
      }));
      const common = { hostname, scopename: scope.scopename, appliedversion: '1', enforcerversion: '1.4.2' };
      await api.post('/api/enforce/report', { ...common, results }, headers);
    }
  });
  await api.delete(`/api/apitokens/${token.tokenid}`);
}
