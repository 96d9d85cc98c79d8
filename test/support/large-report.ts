/**
 * Sends reports that are large enough for a worker thread: JSON of a script and XML of an agent. Returns the
 * status of each response and the number of stored programs.
 */
export async function sendLargeReports(
  url: string,
  key: string,
): Promise<[status: number, programs: number][]> {
  const programs = Array.from({ length: 2000 }, (_, n) => ({
    name: `Program ${n} of the plant`,
    version: '1.0',
  }));
  const softwares = programs.map(({ name }) => `<SOFTWARES><NAME>${name}</NAME></SOFTWARES>`).join('');
  const query = '<QUERY>INVENTORY</QUERY><DEVICEID>pc-2</DEVICEID>';
  const content = `<CONTENT><HARDWARE><NAME>pc-2</NAME></HARDWARE>${softwares}</CONTENT>`;
  const bodies: [string, string, string][] = [
    ['computers', 'application/json', JSON.stringify({ hostname: 'pc-1', installedapps: programs })],
    ['glpi', 'application/xml', `<?xml version="1.0"?><REQUEST>${query}${content}</REQUEST>`],
  ];
  const seen: [number, number][] = [];
  for (const [index, [path, type, body]] of bodies.entries()) {
    const headers = { 'content-type': type, 'x-api-key': key };
    const { status } = await fetch(`${url}/api/collector/${path}`, { method: 'POST', headers, body });
    const pc = await (await fetch(`${url}/api/computers/by-hostname/pc-${index + 1}`)).json();
    const apps = await (await fetch(`${url}/api/computers/${pc.data.computerid}/apps`)).json();
    seen.push([status, apps.data.length]);
  }
  return seen;
}
