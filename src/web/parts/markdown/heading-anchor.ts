/**
 * Returns the fragment by which links refer to a heading, such as `restore-a-backup`. Git hosts compute the
 * same fragment for the first heading of a name, so a link works there and in the product.
 */
export const headingAnchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
