import { writeFileSync } from 'node:fs';

/** Writes to the file until its disk is completely full. */
export function fill(file: string): void {
  for (let bytes = 1024 ** 2; bytes >= 512; bytes /= 2)
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch (cause) {
      if ((cause as { code?: string }).code !== 'ENOSPC') throw cause;
    }
}
