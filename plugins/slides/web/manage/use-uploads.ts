import { useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../../../src/web/api/api-error.ts';
import { createFileForm, upload } from '../../../../src/web/api/upload.ts';
import { EXTENSIONS, MAX_SLIDE_BYTES, type Surface } from '../../surfaces.ts';
import { refetchSlides } from './slide-data.ts';

export interface SlideUpload {
  id: number;
  name: string;
  /** The uploaded share, from 0 to 1. */
  share: number;
  /** The reason why the upload failed; null without one. */
  failure: string | null;
}

/** Validates a file before the upload. Returns an error message, or null for a valid file. */
function problemOf({ name, size }: File): string | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!EXTENSIONS.some((one) => one === extension))
    return `Use an image that ends in ${EXTENSIONS.map((one) => `.${one}`).join(', ')}.`;
  if (size === 0) return 'The file is empty.';
  return size > MAX_SLIDE_BYTES ? `The file is larger than ${MAX_SLIDE_BYTES / 1024 / 1024} MB.` : null;
}

/** Returns the error message without the file name, because the name is shown next to it. */
function refusalOf(cause: unknown, name: string): string {
  const issue = cause instanceof ApiError ? cause.details.issues?.[0]?.message : undefined;
  const message = issue ?? errorMessage(cause);
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
}

/** Uploads files one after the other, each with its own progress and error. */
export function useUploads(surface: Surface) {
  const [uploads, setUploads] = useState<readonly SlideUpload[]>([]);
  const line = useRef(Promise.resolve());
  const next = useRef(0);
  const change = (id: number, to: Partial<SlideUpload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const dismiss = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));
  const send = async (id: number, file: File) => {
    try {
      const onProgress = (share: number) => change(id, { share });
      await upload(`/slides/${surface}/upload`, createFileForm(file), { onProgress });
      dismiss(id);
      await refetchSlides(surface);
    } catch (cause) {
      change(id, { failure: refusalOf(cause, file.name) });
    }
  };
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = ++next.current;
      const failure = problemOf(file);
      setUploads((all) => [...all, { id, name: file.name, share: 0, failure }]);
      if (!failure) line.current = line.current.then(() => send(id, file));
    }
  };
  return { uploads, add, dismiss };
}
