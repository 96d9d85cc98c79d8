/** Pages and tabs of printers in one chunk, which loads with the first of them. */
export { AssetPrintersTab } from './asset-printers-tab.tsx';
export { InstallPage } from './install-page.tsx';
export { ModelsPage } from './models-page.tsx';
export { SuppliesPage } from './supplies-page.tsx';
export { SuppliesTab } from './supplies-tab.tsx';
export { UsersTab } from './users-tab.tsx';
