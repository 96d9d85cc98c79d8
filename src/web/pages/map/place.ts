/** A place on the drawing in pixels from its top left corner. */
export interface Place {
  x: number;
  y: number;
}
