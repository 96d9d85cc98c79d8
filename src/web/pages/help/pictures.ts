import backups from '../../../../docs/images/backups.webp';
import computer from '../../../../docs/images/computer.webp';
import dashboard from '../../../../docs/images/dashboard.webp';
import lobby from '../../../../docs/images/lobby.webp';
import map from '../../../../docs/images/map.webp';

/** URLs of the pictures of the manual by their paths in the chapters. */
const PICTURES: Readonly<Record<string, string>> = {
  'images/backups.webp': backups,
  'images/computer.webp': computer,
  'images/dashboard.webp': dashboard,
  'images/lobby.webp': lobby,
  'images/map.webp': map,
};

/** Returns the URL of a picture of the manual; undefined for other addresses. */
export const pictureOf = (address: string): string | undefined => PICTURES[address];
