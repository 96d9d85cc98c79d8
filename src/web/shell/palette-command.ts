/** A page, action, list or record that the command palette offers. */
export interface PaletteCommand {
  key: string;
  group: string;
  title: string;
  icon: string;
  /** Further words by which the command is found. */
  words?: string | undefined;
  run: () => void;
}
