import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImageContent, readImage } from '../../build/image/read.ts';
import { HANG_MS } from '../support/hang.ts';
import { layersOf } from './image-checks.ts';
import { runOrFail } from './make-packages.ts';

/**
 * Runs a program in the unpacked root of an image like a container engine. The root is read-only with `/tmp`,
 * `/proc` and a volume at `/data`. The program has separate process IDs, no capabilities and no new
 * privileges. Its network is that of this machine.
 */
const ISOLATE = `set -e
umask 022
root=$1 volume=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 tmpfs "$root/tmp"
mount --bind "$volume" "$root/data"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec="$user:$user" "$root" "$@"`;

interface Settings {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
}

/** A program that runs in a container. */
export interface RunningContainer {
  /** The printed address. */
  url: string;
  stderr(): Promise<string>;
  /** Sends SIGTERM to process 1 of the container. Returns its exit code. */
  stop(): Promise<number>;
}

/** The unpacked files of an image with a volume. Only root can run it. */
export class Container {
  readonly volume: string;
  private readonly root: string;
  readonly settings: Settings;

  private constructor(folder: string, image: ImageContent) {
    this.root = join(folder, 'root');
    this.volume = join(folder, 'volume');
    this.settings = image.config.config as unknown as Settings;
    for (const path of [this.root, this.volume]) {
      mkdirSync(path, { recursive: true });
      // Independent of the umask of this process.
      chmodSync(path, 0o755);
    }
    for (const layer of layersOf(image)) {
      const file = join(folder, 'layer.tar');
      writeFileSync(file, layer);
      runOrFail(
        'tar',
        '--extract',
        '--numeric-owner',
        '--same-permissions',
        '--file',
        file,
        '--directory',
        this.root,
      );
    }
    // A new volume gets the owner and mode of the folder in the image. Engines create the other two folders.
    runOrFail('cp', '--archive', '--no-target-directory', join(this.root, 'data'), this.volume);
    for (const name of ['dev', 'proc']) mkdirSync(join(this.root, name));
  }

  /** Unpacks an image into an empty folder. */
  static async unpack(folder: string, archive: string): Promise<Container> {
    return new Container(folder, await readImage(readFileSync(archive)));
  }

  /** Runs the entrypoint with arguments to its end. */
  run(
    args: readonly string[],
    env: Record<string, string> = {},
  ): { code: number; stdout: string; stderr: string } {
    const { exitCode, stdout, stderr } = Bun.spawnSync(this.command(args), {
      env: this.environment(env),
      stdin: 'ignore',
      timeout: HANG_MS,
    });
    return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  /** Runs the entrypoint with the arguments of the image and additional ones, until it listens. */
  async start(...more: string[]): Promise<RunningContainer> {
    const child = Bun.spawn(this.command([...this.settings.Cmd, ...more]), {
      env: this.environment({}),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const stderr = new Response(child.stderr).text();
    const url = await readUrl(child.stdout);
    if (!url) throw new Error(`It ended with ${await child.exited} before it listened: ${await stderr}`);
    return {
      url,
      stderr: () => stderr,
      stop: () => {
        // unshare waits for process 1 of the container and returns its exit code.
        const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
        process.kill(Number(children.trim()), 'SIGTERM');
        return child.exited;
      },
    };
  }

  private command(args: readonly string[]): string[] {
    const { User, Entrypoint } = this.settings;
    const unshare = ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ISOLATE, 'sh'];
    return [...unshare, this.root, this.volume, User, ...Entrypoint, ...args];
  }

  /**
   * Returns the environment. The end of the path contains the programs that are needed outside the container.
   */
  private environment(more: Record<string, string>): Record<string, string> {
    const own = Object.fromEntries(this.settings.Env.map((line) => line.split(/=(.*)/s) as [string, string]));
    return { ...own, PATH: `${own.PATH}:/usr/sbin:/bin:/sbin`, ...more };
  }
}

async function readUrl(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  let text = '';
  const reader = stdout.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += new TextDecoder().decode(piece.value);
    const [, url] = /^Millwright listening on (\S+)$/m.exec(text) ?? [];
    if (url) return url;
  }
  return undefined;
}
