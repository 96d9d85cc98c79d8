import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runProgram } from './programs.ts';
import { detectPictureType, MAX_PICTURE_BYTES } from './report-file.ts';

interface Tool {
  program: string;
  args(file: string): string[];
}

const GNOME: Tool = { program: 'gnome-screenshot', args: (file) => ['-f', file] };
const WAYLAND: readonly Tool[] = [
  { program: 'grim', args: (file) => ['-t', file.endsWith('.png') ? 'png' : 'jpeg', file] },
  GNOME,
];
const X11: readonly Tool[] = [
  { program: 'scrot', args: (file) => [file] },
  { program: 'import', args: (file) => ['-window', 'root', file] },
  GNOME,
];
const MS = 20_000;

/**
 * Takes a picture of the screen of the user who runs this program: a PNG, or a JPEG when the PNG exceeds
 * 8 MB. Throws an Error with the reason when that fails or the JPEG exceeds 8 MB too.
 */
export async function takeScreenshot(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-screen-'));
  try {
    // JPEG is the second choice, because a PNG of a large screen may exceed the limit of the appliance.
    for (const extension of ['png', 'jpg']) {
      const file = join(folder, `screen.${extension}`);
      await take(file);
      const bytes = readFileSync(file);
      if (bytes.byteLength <= MAX_PICTURE_BYTES && detectPictureType(bytes)) return bytes;
    }
    throw new Error('The screenshot is larger than 8 MB.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function take(file: string): Promise<void> {
  if (process.platform === 'win32') return takeOnWindows(file);
  const { WAYLAND_DISPLAY, DISPLAY } = process.env;
  if (!WAYLAND_DISPLAY && !DISPLAY) throw new Error('There is no desktop session.');
  const tools = WAYLAND_DISPLAY ? WAYLAND : X11;
  const tool = tools.find(({ program }) => isInstalled(program));
  if (!tool) {
    const names = tools.map(({ program }) => program).join(', ');
    throw new Error(`None of these programs is installed: ${names}.`);
  }
  await runProgram(tool.program, tool.args(file), { ms: MS });
  if (!existsSync(file)) throw new Error(`${tool.program} created no screenshot.`);
}

const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Passes the file path in the environment, because within the command it could be executed as code. */
async function takeOnWindows(file: string): Promise<void> {
  const script = `Add-Type -AssemblyName System.Windows.Forms,System.Drawing
$s=[System.Windows.Forms.SystemInformation]::VirtualScreen
$b=New-Object System.Drawing.Bitmap $s.Width,$s.Height
[System.Drawing.Graphics]::FromImage($b).CopyFromScreen($s.Left,$s.Top,0,0,$b.Size)
$f=if($env:MILLWRIGHT_PICTURE.EndsWith('.png')){'Png'}else{'Jpeg'}
$b.Save($env:MILLWRIGHT_PICTURE,[System.Drawing.Imaging.ImageFormat]::$f)`;
  await runProgram('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], {
    ms: MS,
    env: { MILLWRIGHT_PICTURE: file },
  });
}
