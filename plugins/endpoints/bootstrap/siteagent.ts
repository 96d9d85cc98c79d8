import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import type { Call } from '../../../src/kit/http/call.ts';
import { errorResponse } from '../../../src/kit/http/envelope.ts';
import { defineRateLimiter } from '../../../src/kit/http/rate-limiter.ts';
import { type AgentBuild, CurrentBuilds } from '../packages/builds.ts';
import { PACKAGE_AREA } from '../packages/packages.ts';
import { isOlderAgentVersion } from '../versions.ts';
import { buildPowershellScript, buildShScript, type InstallerSetup } from './scripts.ts';
import { createInstallerSetup } from './setup.ts';
import { findUsableToken, spendTokenUse } from './tokens.ts';

/** Limits requests with a token by address. */
const InstallerLimiter = defineRateLimiter({ max: 30, seconds: 60 });

const notFoundError = () => notFound('Address');

/**
 * Answers a request whose URL contains a token, after the rate limit. An AppError becomes a response too. The
 * headers of every response keep it out of caches, and the URL out of referrers.
 */
export function serveLimited(host: Host, call: Call, work: () => Response): Response {
  const response = withRefusal(call, () => {
    host.getInstance(InstallerLimiter).count(call.address());
    return work();
  });
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('Referrer-Policy', 'no-referrer');
  return response;
}

/**
 * Converts an `AppError` to its response here, so that it gets the same headers as a success. Rethrows other
 * errors.
 */
function withRefusal({ requestid, server }: Call, work: () => Response): Response {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof AppError) return errorResponse(cause, requestid, server.clock.now());
    throw cause;
  }
}

/**
 * Returns the installer for Windows. Throws 404 when the token cannot be used. Without a build, returns a
 * script that only reports the missing build.
 */
export function serveWindowsInstaller(host: Host, secret: string): Response {
  const setup = liveSetup(host, secret);
  const build = host.getInstance(CurrentBuilds).list.find(({ platform }) => platform === 'windows-x64');
  return script(buildPowershellScript(setup, build));
}

/**
 * Returns the installer for Linux. The installer itself reports when there is no build for the platform.
 * Throws 404 when the token cannot be used.
 */
export function serveLinuxInstaller(host: Host, secret: string): Response {
  const setup = liveSetup(host, secret);
  return script(buildShScript(setup, host.getInstance(CurrentBuilds).list));
}

/**
 * Returns the values for an install script. Throws 404 when the token cannot be used for any reason, or the
 * appliance has no address.
 */
function liveSetup(host: Host, secret: string): InstallerSetup {
  const setup = findUsableToken(host, secret) && createInstallerSetup(host, secret);
  if (!setup) throw notFoundError();
  return setup;
}

const script = (text: string): Response =>
  new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });

/**
 * Returns the current build of a platform and uses up one use of the token. A HEAD request uses none. Throws
 * 404 when the token cannot be used or the platform has no build.
 */
export function serveBuild(host: Host, call: Call, secret: string, platform: string): Response {
  const token = findUsableToken(host, secret);
  const builds = host.getInstance(CurrentBuilds).list;
  const build = builds.find((one) => one.platform === platform);
  if (!token || !build) throw notFoundError();
  const response = host.files.serve(PACKAGE_AREA, build.filename, { download: true });
  if (call.req.method !== 'HEAD' && !spendTokenUse(host, call.context, token, build)) throw notFoundError();
  call.disableIdleTimeout();
  const warning = warningOf(build, builds);
  if (warning) response.headers.set('X-Build-Warning', warning);
  return response;
}

/**
 * Returns a warning when another platform has a newer current build, because an admin may have forgotten to
 * upload or choose one for this platform.
 */
function warningOf(build: AgentBuild, builds: readonly AgentBuild[]): string | undefined {
  const ahead = builds.find(({ version }) => isOlderAgentVersion(build.version, version));
  return (
    ahead &&
    `The current build for ${build.platform} is ${build.version}; for ${ahead.platform} it is ${ahead.version} already.`
  );
}
