import { afterAll } from 'bun:test';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrFail } from '../make-packages.ts';

const WINE_FOLDER = '/usr/lib/wine';
const WINE = join(WINE_FOLDER, 'wine64');
const COMPILER = 'x86_64-w64-mingw32-gcc';

/** Reports whether Wine and the compiler for its programs are installed. CI requires them. */
export function hasWine(): boolean {
  const missing = [existsSync(WINE) ? '' : 'wine64', Bun.which(COMPILER) ? '' : COMPILER].filter(Boolean);
  if (missing.length === 0 || process.env.CI) return true;
  process.stdout.write(`Not run, because there is no ${missing.join(' and no ')} on this machine.\n`);
  return false;
}

/** Compiles a C source of this folder for Windows. */
export function compileForWindows(source: string, to: string, ...flags: string[]): void {
  runOrFail(COMPILER, ...flags, '-o', to, join(import.meta.dir, source), '-ladvapi32');
}

interface ProcessResult {
  code: number;
  /** Standard output and standard error. */
  output: string;
}

/** A separate Windows installation in a temporary folder. Both are removed at the end of the test file. */
export class WinePrefix {
  /** The folder of the prefix, also for files of the test. */
  readonly folder: string;
  private runs = 0;
  private readonly environment: Record<string, string | undefined>;

  constructor(name: string) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), `millwright-${name}-`)));
    this.folder = folder;
    const { DISPLAY: _, ...rest } = process.env;
    this.environment = {
      ...rest,
      WINEPREFIX: join(folder, 'prefix'),
      WINEDEBUG: '-all',
      // The environment of the service, which listens only on this machine.
      MILLWRIGHT_HOST: '127.0.0.1',
      WINEDLLOVERRIDES: 'mscoree,mshtml=',
      PATH: `${WINE_FOLDER}:${process.env.PATH}`,
    };
    afterAll(async () => {
      // Wine finds its server by the folder.
      if (existsSync(join(folder, 'prefix'))) await this.server('-k');
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** Creates the prefix as Windows 10, with the library that Wine 8 lacks. */
  async start(): Promise<void> {
    await this.must('wineboot.exe', '-i');
    compileForWindows(
      'bcryptprimitives.c',
      this.path('C:\\windows\\system32\\bcryptprimitives.dll'),
      '-shared',
    );
    await this.must('winecfg.exe', '/v', 'win10');
    // Restarts the server, so that services keep running between commands. The server that created the prefix
    // cannot do that.
    await this.server('-k');
    await this.server('-p');
  }

  /** Returns the path on this machine of a path in the prefix. */
  path(windowsPath: string): string {
    return join(this.folder, 'prefix/drive_c', windowsPath.slice('C:\\'.length).replaceAll('\\', '/'));
  }

  /**
   * Runs a program to its end. Its output goes to a file, because a service that it starts would keep a pipe
   * open.
   */
  async run(...command: string[]): Promise<ProcessResult> {
    const file = join(this.folder, `output-${this.runs++}`);
    const output = openSync(file, 'w');
    const options = { stdin: 'ignore', stdout: output, stderr: output, env: this.environment } as const;
    const code = await Bun.spawn([WINE, ...command], { ...options, cwd: this.folder }).exited;
    return { code, output: readFileSync(file, 'utf8') };
  }

  /** Runs a program and returns its output. Throws an Error when it fails. */
  async must(...command: string[]): Promise<string> {
    const { code, output } = await this.run(...command);
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}${this.setupLog()}`);
    return output;
  }

  /** Returns the log of silent runs of the setup. */
  setupLog(): string {
    const users = this.path('C:\\users');
    const logs = readdirSync(users, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('millwright-setup.log'),
    );
    return logs.map((path) => readFileSync(join(users, path), 'utf8')).join('');
  }

  private async server(flag: string): Promise<void> {
    const options = { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', env: this.environment } as const;
    await Bun.spawn([join(WINE_FOLDER, 'wineserver'), flag], options).exited;
  }
}
