import { loadBackups } from './load-backups.ts';
import { loadEmployees } from './load-employees.ts';
import { loadEnforce } from './load-enforce.ts';
import { loadKnowledgeBase } from './load-knowledgebase.ts';
import { loadMeasuringTools } from './load-measuringtools.ts';
import type { PaperGround } from './load-paper-ground.ts';
import { loadPrintedParts } from './load-printed-parts.ts';
import { loadSlides } from './load-slides.ts';
import { loadStocktakes } from './load-stocktakes.ts';
import { loadUsb } from './load-usb.ts';
import { loadWarranty } from './load-warranty.ts';

/**
 * Loads the records of the plugins that the server has, such as calibrations, warranties, articles and
 * slides. Skips a list that already has records.
 */
export async function loadPapers(ground: PaperGround, step: () => void): Promise<void> {
  for (const load of [
    loadMeasuringTools,
    loadWarranty,
    loadBackups,
    loadUsb,
    loadKnowledgeBase,
    loadEmployees,
    loadPrintedParts,
    loadStocktakes,
    loadSlides,
    ...(ground.enforces ? [loadEnforce] : []),
  ]) {
    await load(ground);
    step();
  }
}
