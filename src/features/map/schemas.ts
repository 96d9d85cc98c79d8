import { z } from 'zod';
import { idParam, searchQuery } from '../../kit/http/paging.ts';
import { text } from '../../kit/resource/fields.ts';
import { inputSchema, instantSchema } from '../../kit/resource/validate.ts';
import { MAX_POSITIONS } from './limits.ts';
import { unplacedColumns } from './unplaced-columns.ts';

const requiredText = (title: string) => inputSchema(text({ title, required: true })) as z.ZodType<string>;
const sortorder = z
  .int()
  .min(-1_000_000)
  .max(1_000_000)
  .optional()
  .meta({ description: 'Sort order, low numbers first; last if missing.' });
const coordinate = z.number().min(-1e9).max(1e9);
const id = z.int().positive();

export const byLevel = z.object({ levelid: idParam });
export const byDrawing = z.object({ levelid: idParam, filename: z.string().max(255) });
export const bySnapshot = z.object({ snapshotid: idParam });

export const newLevel = z.object({
  building: requiredText('Building'),
  level: requiredText('Level'),
  sortorder,
});
export const levelChange = newLevel.partial().extend({ ifmodifieddate: instantSchema.optional() });

export const levelRecord = z
  .object({
    levelid: z.int(),
    level: z.string(),
    buildingid: z.int(),
    building: z.string(),
    sortorder: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    blueprints: z
      .object({ light: z.string().nullable(), dark: z.string().nullable() })
      .meta({ description: 'File names of the floor plans by theme.' }),
    markercount: z.int(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'MapLevel' });

export const buildingRecord = z
  .object({ buildingid: z.int(), building: z.string(), levels: levelRecord.array() })
  .meta({ id: 'MapBuilding' });

const described = {
  assetid: z.int(),
  assetnumber: z.string(),
  name: z.string().nullable(),
  assettypeid: z.int(),
  assettype: z.string(),
  icon: z.string().nullable(),
  color: z.string().nullable(),
  statusid: z.int(),
  status: z.string(),
};

export const markerRecord = z
  .object({
    ...described,
    mapx: z.number(),
    mapy: z.number(),
    levelid: z.int(),
    level: z.string(),
    mapverifiedat: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MapMarker' });

export const unplacedRecord = z
  .object({
    ...described,
    mapx: z.number().nullable(),
    mapy: z.number().nullable(),
    levelid: z.int().nullable(),
    level: z.string().nullable().meta({ description: '"unknown" for a position on an unknown level.' }),
  })
  .meta({ id: 'UnplacedAsset' });

const assetFilters = {
  assettype: z.string().max(255).optional().meta({ description: 'Name or ID of an asset type.' }),
  statusid: idParam.optional(),
  search: searchQuery.optional(),
};
export const markerQuery = z.object({ levelid: idParam.optional(), ...assetFilters });
export const unplacedQuerySchema = unplacedColumns.createQuery(assetFilters);

const position = z
  .object({
    assetid: id,
    mapx: coordinate.nullable().meta({
      description: 'Pixels from the left edge of the floor plan; null removes the position.',
    }),
    mapy: coordinate.nullable().meta({ description: 'Pixels from the top edge of the floor plan.' }),
    levelid: id
      .nullable()
      .optional()
      .meta({ description: 'If missing, the level stays; null means unknown.' }),
  })
  .refine(({ mapx, mapy }) => (mapx === null) === (mapy === null), {
    path: ['mapy'],
    message: 'Send both mapx and mapy, or null for both.',
  });

export const positionList = position.array();
export const positionsBody = z.object({
  positions: positionList.min(1).max(MAX_POSITIONS, `Set at most ${MAX_POSITIONS} positions at once.`),
});
export const verifyBody = z.object({
  assetids: id.array().min(1).max(MAX_POSITIONS, `Verify at most ${MAX_POSITIONS} positions at once.`),
});

const landmark = z.object({ fromx: coordinate, fromy: coordinate, tox: coordinate, toy: coordinate });
export const recalibrateBody = z.object({
  levelid: id,
  landmarks: landmark.array().min(2, 'Send at least two landmarks.').max(500),
  dryrun: z.boolean().default(true),
});

export const recalibration = z.object({
  transform: z
    .object({ ax: z.number(), bx: z.number(), ay: z.number(), by: z.number() })
    .meta({ description: 'New x is ax times the old x plus bx; y likewise.' }),
  residuals: z
    .object({ dx: z.number(), dy: z.number() })
    .array()
    .meta({ description: 'Error of the transform at each landmark, in pixels.' }),
  positions: z
    .object({
      assetid: z.int(),
      mapx: z.number(),
      mapy: z.number(),
      newmapx: z.number(),
      newmapy: z.number(),
      isoutside: z.boolean(),
    })
    .array(),
  dryrun: z.boolean(),
  snapshotid: z
    .int()
    .nullable()
    .meta({ description: 'The snapshot of the previous positions; null for a dry run.' }),
});

export const SNAPSHOT_REASONS = ['manual', 'recalibration', 'restore'] as const;

export const snapshotRecord = z
  .object({
    snapshotid: z.int(),
    name: z.string(),
    reason: z.enum(SNAPSHOT_REASONS),
    levelid: z.int().nullable(),
    level: z.string().nullable(),
    positioncount: z.int(),
    username: z.string(),
    createddate: z.iso.datetime(),
  })
  .meta({ id: 'MapSnapshot' });

export const newSnapshot = z.object({
  name: inputSchema(text({ title: 'Name' })) as z.ZodType<string | null | undefined>,
  levelid: id.nullable().optional().meta({ description: 'Only this level; the whole plant if missing.' }),
});

export type MapLevel = z.output<typeof levelRecord>;
export type MapBuilding = z.output<typeof buildingRecord>;
export type MapMarker = z.output<typeof markerRecord>;
export type UnplacedAsset = z.output<typeof unplacedRecord>;
export type Position = z.output<typeof position>;
export type Landmark = z.output<typeof landmark>;
export type Recalibration = z.output<typeof recalibration>;
export type MapSnapshot = z.output<typeof snapshotRecord>;
