import type { ClientResponse } from '../../../test/support/client.ts';
import type { Site } from '../../../test/support/site.ts';

/** Returns the content of a test build. */
export const buildOf = (version: string, platform: string): string => `build ${version} for ${platform}`;

/** Uploads a build of the agent. */
export function uploadBuild(
  site: Site,
  version: string,
  platform: string,
  content = buildOf(version, platform),
): Promise<ClientResponse> {
  const form = new FormData();
  form.append('version', version);
  form.append('platform', platform);
  form.append('file', new File([content], `millwright-${platform}.exe`));
  return site.admin.upload('/api/endpoints/packages', form);
}

/** Uploads a build and makes it the current one. */
export async function uploadCurrentBuild(
  site: Site,
  version: string,
  platform: string,
  content?: string,
): Promise<ClientResponse> {
  const { data, status, text } = await uploadBuild(site, version, platform, content);
  if (status !== 201) throw new Error(text);
  return site.admin.post(`/api/endpoints/packages/${data.packageid}/current`);
}
