import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Site, startSite } from '../support/site.ts';

/** The folder for downloads of tests, outside the repository. */
const CACHE = join(homedir(), '.cache', 'millwright-tests');

export interface Project {
  site: Site;
  folder: string;
  /** Runs a program in the folder to its end. */
  run(...command: string[]): Promise<{ code: number; said: string }>;
  end(): Promise<void>;
}

/**
 * Creates a temporary client project with the OpenAPI document of a running appliance. It is deleted at the
 * end.
 */
export async function startProject(language: string): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-client-'));
  cpSync(join(import.meta.dir, language), folder, { recursive: true });
  const site = await startSite();
  mkdirSync(join(folder, 'generated'));
  const served = await site.anonymous.get('/api/docs/openapi.json');
  writeFileSync(join(folder, 'generated', 'openapi.json'), served.text);
  return {
    site,
    folder,
    run: (...command) => run(folder, command),
    end: async () => {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(folder: string, command: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn(command, { cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: out + err };
}

/**
 * Reports whether a test that needs these programs runs. In CI it always runs, and fails when they are
 * missing.
 */
export function hasPrograms(...programs: string[]): boolean {
  const missing = programs.filter((program) => !Bun.which(program));
  if (missing.length === 0 || process.env.CI) return true;
  process.stdout.write(`Not run, because there is no ${missing.join(' and no ')} on this machine.\n`);
  return false;
}

const GENERATOR = '7.25.0';
const SHA256 = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const MAVEN = 'https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli';

/** Downloads openapi-generator once from Maven Central. Throws an Error when its hash is wrong. */
export async function openApiGenerator(): Promise<string> {
  const jar = join(CACHE, `openapi-generator-cli-${GENERATOR}.jar`);
  if (!existsSync(jar)) {
    const answer = await fetch(`${MAVEN}/${GENERATOR}/openapi-generator-cli-${GENERATOR}.jar`);
    if (!answer.ok) throw new Error(`Maven Central answers ${answer.status}.`);
    mkdirSync(CACHE, { recursive: true });
    const arriving = `${jar}.${process.pid}.tmp`;
    await Bun.write(arriving, answer);
    renameSync(arriving, jar);
  }
  const found = createHash('sha256').update(readFileSync(jar)).digest('hex');
  if (found !== SHA256)
    throw new Error(`${jar} is not the file that is wanted. Remove it to fetch it again.`);
  return jar;
}

/**
 * Installs Python with the packages of `requirements.txt`, once for each version of that file. Returns its
 * path.
 */
export async function preparePython({ folder, run }: Project): Promise<string> {
  const wanted = readFileSync(join(folder, 'requirements.txt'));
  const venv = join(CACHE, `python-${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`);
  const python = join(venv, 'bin', 'python');
  if (existsSync(join(venv, 'complete'))) return python;
  const steps = [
    ['python3', '-m', 'venv', '--clear', venv],
    [python, '-m', 'pip', 'install', '-q', '-r', 'requirements.txt'],
  ];
  for (const step of steps) {
    const { code, said } = await run(...step);
    if (code !== 0) throw new Error(`${step.join(' ')}: ${said}`);
  }
  writeFileSync(join(venv, 'complete'), '');
  return python;
}
