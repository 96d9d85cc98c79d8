import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './make-packages.ts';

/**
 * Prepares a copy of this system in the mount namespace of this shell. An overlay receives all changes, so
 * that packages can be installed for real without changing this machine. A stand-in for systemd starts the
 * services.
 */
const PREPARE = `set -e
umask 022
mount -t tmpfs tmpfs "$1"
cd "$1"
mkdir changes work root
mount -t overlay overlay -o lowerdir=/,upperdir=changes,workdir=work root
mount --bind /dev root/dev
mount -t proc proc root/proc
mount -t tmpfs tmpfs root/run
mount --bind "$3" root/mnt
mkdir -p root/run/systemd/system root/run/stand-in
rm -f root/usr/sbin/policy-rc.d
for name in systemctl journalctl; do
  rm -f root/bin/$name
  cp "$2" root/usr/bin/$name
done
echo ready
# As process 1 this shell also reaps what others leave.
sleep infinity &
wait`;

const UNSHARE = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];

/** A separate system for installing packages, with its processes and files. Only root can create one. */
export class TestSystem {
  private constructor(
    private readonly holder: Bun.Subprocess,
    private readonly root: string,
  ) {}

  /**
   * Starts a system in an empty folder. The files of `packages` are mounted below `/mnt`. Throws an Error
   * when this machine allows no mount namespaces or overlays.
   */
  static async start(folder: string, packages: string): Promise<TestSystem> {
    mkdirSync(folder, { recursive: true });
    const standIn = join(import.meta.dir, 'systemd-stand-in.sh');
    const holder = Bun.spawn([...UNSHARE, 'sh', '-c', PREPARE, 'sh', folder, standIn, packages], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    const { value } = await holder.stdout.getReader().read();
    if (!value) throw new Error(`The test system could not be made: exit code ${await holder.exited}.`);
    return new TestSystem(holder, join(folder, 'root'));
  }

  /** Runs a program in the system. Returns its exit code and both outputs. */
  run(...command: string[]): { code: number; said: string } {
    return runToEnd('nsenter', '--mount', '--pid', '--target', this.process, 'chroot', this.root, ...command);
  }

  /** Runs a program in the system and returns its output. Throws an Error when it fails. */
  must(...command: string[]): string {
    const { code, said } = this.run(...command);
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${said}`);
    return said;
  }

  /** Runs a line of shell and returns its output. Throws an Error when it fails. */
  shell = (line: string): string => this.must('sh', '-c', line);

  /** Returns the calls of systemctl since the previous check. */
  calls(): string[] {
    const lines = this.shell('cat /run/stand-in/calls 2>/dev/null || true; rm -f /run/stand-in/calls');
    return lines.split('\n').filter(Boolean);
  }

  /** Ends all processes of the system. Its files disappear with them. */
  async stop(): Promise<void> {
    // unshare ignores SIGTERM. The kernel ends the processes in the namespaces with it.
    this.holder.kill('SIGKILL');
    await this.holder.exited;
  }

  /** The ID of the process in the namespaces, which is the child of unshare. */
  private get process(): string {
    const { pid } = this.holder;
    const { stdout } = Bun.spawnSync(['cat', `/proc/${pid}/task/${pid}/children`]);
    return stdout.toString().trim();
  }
}

/** Reports whether this process may create a test system, and prints the reason otherwise. */
export function mayMakeSystem(): boolean {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot)
    process.stdout.write('Packages are not installed into a test system: only root can make one.\n');
  return isRoot;
}
