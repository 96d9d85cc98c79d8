export interface MapLevel {
  levelid: number;
  level: string;
  buildingid: number;
  building: string;
  sortorder: number;
  /** Native pixels of the drawing; null while there is none. */
  width: number | null;
  height: number | null;
  blueprints: { light: string | null; dark: string | null };
  markercount: number;
  modifieddate: string;
}

export interface MapBuilding {
  buildingid: number;
  building: string;
  levels: MapLevel[];
}

interface MapAsset {
  assetid: number;
  assetnumber: string;
  name: string | null;
  assettypeid: number;
  assettype: string;
  icon: string | null;
  color: string | null;
  statusid: number;
  status: string;
}

export interface MapMarker extends MapAsset {
  mapx: number;
  mapy: number;
  levelid: number;
  level: string;
  mapverifiedat: string | null;
}

export interface UnplacedAsset extends MapAsset {
  mapx: number | null;
  mapy: number | null;
  levelid: number | null;
  /** `unknown` for a position whose level nobody knows. */
  level: string | null;
}

export interface Position {
  assetid: number;
  mapx: number | null;
  mapy: number | null;
  levelid: number | null;
}

export interface Landmark {
  fromx: number;
  fromy: number;
  tox: number;
  toy: number;
}

export interface Recalibration {
  transform: { ax: number; bx: number; ay: number; by: number };
  residuals: { dx: number; dy: number }[];
  positions: {
    assetid: number;
    mapx: number;
    mapy: number;
    newmapx: number;
    newmapy: number;
    isoutside: boolean;
  }[];
  dryrun: boolean;
  snapshotid: number | null;
}

export interface MapSnapshot {
  snapshotid: number;
  name: string;
  reason: 'manual' | 'recalibration' | 'restore';
  levelid: number | null;
  level: string | null;
  positioncount: number;
  username: string;
  createddate: string;
}

/** A place on the drawing in pixels from its top left corner. */
export interface Place {
  x: number;
  y: number;
}
