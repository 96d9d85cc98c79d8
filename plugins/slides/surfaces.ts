/** The places where screens are installed. */
export const SURFACES = ['lobby', 'shopfloor'] as const;
export type Surface = (typeof SURFACES)[number];

/** Maximum number of seconds that a screen shows one slide: one day. */
export const MAX_SECONDS = 86_400;
/** Maximum slides of one surface. */
export const MAX_SLIDES = 200;
/** Maximum slides in one upload. */
export const MAX_AT_ONCE = 20;
export const MAX_SLIDE_BYTES = 20 * 1024 * 1024;
export const EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp'] as const;

/** Reports whether a value is the key of a surface. */
export const isSurface = (name: unknown): name is Surface => SURFACES.includes(name as Surface);

/** Returns the key of the setting with the default display time of a surface. */
export const secondsKey = (surface: Surface) => `slides_${surface}_seconds` as const;
