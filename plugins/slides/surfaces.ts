/** Where screens stand. */
export const SURFACES = ['lobby', 'shopfloor'] as const;
export type Surface = (typeof SURFACES)[number];

/** Seconds for which a screen shows one slide at most: a day. */
export const MAX_SECONDS = 86_400;
export const MAX_SLIDES = 200;
export const MAX_AT_ONCE = 20;
export const MAX_SLIDE_BYTES = 20 * 1024 * 1024;
export const EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp'] as const;

export const isSurface = (name: unknown): name is Surface => SURFACES.includes(name as Surface);

/** The setting with the seconds of slides that say none. */
export const secondsKey = (surface: Surface) => `slides_${surface}_seconds` as const;
