/** A position on the drawing in pixels from its top left corner. */
export interface DrawingPoint {
  x: number;
  y: number;
}
