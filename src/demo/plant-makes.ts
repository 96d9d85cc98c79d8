/** Kinds of asset, named like the asset types of the server. */
export type PlantKind =
  | 'Computer'
  | 'Machine'
  | 'Measuring tool'
  | 'Printer'
  | 'Network device'
  | 'Phone'
  | 'USB device'
  | 'Printed part'
  | 'Other';

export interface PlantModel {
  kind: PlantKind;
  vendor: string;
  modelnumber: string;
  /** Common name of the product. */
  description: string;
  /** Role of a computer, which determines its location; undefined for other kinds. */
  role?: 'shopfloor' | 'office' | 'laptop' | 'server';
}

const model = (kind: PlantKind, vendor: string, modelnumber: string, description: string): PlantModel => ({
  kind,
  vendor,
  modelnumber,
  description,
});

const computer = (
  role: PlantModel['role'],
  vendor: string,
  modelnumber: string,
  description: string,
): PlantModel => ({
  ...model('Computer', vendor, modelnumber, description),
  role,
});

/** Models that the plant buys; manufacturers and models are invented. */
export const PLANT_MODELS: readonly PlantModel[] = [
  computer('shopfloor', 'Kestrel Industrial', 'KBX-427', 'Box PC'),
  computer('shopfloor', 'Kestrel Industrial', 'KPP-21', 'Panel PC'),
  computer('shopfloor', 'Halden Systems', 'Rugged 540', 'Line PC'),
  computer('office', 'Norvik Computing', 'Desk 7010 Mini', 'Desktop'),
  computer('office', 'Norvik Computing', 'Desk 7090 Tower', 'Desktop'),
  computer('office', 'Halden Systems', 'Compact G9', 'Desktop'),
  computer('office', 'Halden Systems', 'Station Z4', 'CAD workstation'),
  computer('laptop', 'Norvik Computing', 'Book 5440', 'Laptop'),
  computer('laptop', 'Tarn Mobile', 'T14 Gen 4', 'Laptop'),
  computer('server', 'Norvik Computing', 'Rack R660', 'Server'),
  model('Machine', 'Lindqvist Press', 'LP-400', 'Hydraulic press'),
  model('Machine', 'Lindqvist Press', 'LP-1600S', 'Servo press'),
  model('Machine', 'Okuro', 'VMC-850', 'Machining center'),
  model('Machine', 'Okuro', 'TX-250', 'Turning center'),
  model('Machine', 'Ferrum Robotics', 'FR-210', 'Welding robot'),
  model('Machine', 'Ferrum Robotics', 'FR-16P', 'Picking robot'),
  model('Machine', 'Brandt & Voss', 'GS-600', 'Grinding machine'),
  model('Machine', 'Brandt & Voss', 'HT-12', 'Hardening furnace'),
  model('Machine', 'Cordova Coating', 'PL-3', 'Paint line'),
  model('Machine', 'Cordova Coating', 'CW-90', 'Parts washer'),
  model('Machine', 'Sollberg', 'AS-5', 'Assembly station'),
  model('Machine', 'Sollberg', 'CV-20', 'Conveyor'),
  model('Measuring tool', 'Tesserax', 'CMM 9-12-8', 'Coordinate measuring machine'),
  model('Measuring tool', 'Tesserax', 'Profile 40', 'Roughness tester'),
  model('Measuring tool', 'Mikron Gauge', 'DC-150', 'Digital calliper'),
  model('Measuring tool', 'Mikron Gauge', 'MM-25', 'Micrometer'),
  model('Measuring tool', 'Mikron Gauge', 'HG-600', 'Height gauge'),
  model('Measuring tool', 'Torqa', 'TW-200', 'Torque wrench'),
  model('Printer', 'Papyra', 'LaserDesk M507', 'Office printer'),
  model('Printer', 'Papyra', 'ColorFlow C70', 'Color copier'),
  model('Printer', 'Zeblin', 'ZT-411', 'Label printer'),
  model('Network device', 'Netforge', 'NF-2930-48', 'Access switch'),
  model('Network device', 'Netforge', 'NF-5400', 'Distribution switch'),
  model('Network device', 'Bluecable', 'IE-10G', 'Industrial switch'),
  model('Network device', 'Bluecable', 'AP-515', 'Access point'),
  model('Phone', 'Callisto', 'C-8841', 'Desk phone'),
  model('Phone', 'Callisto', 'DECT-74', 'Cordless phone'),
  model('USB device', 'Strongkey', 'SK-64', 'Encrypted USB stick'),
  model('Printed part', 'Own production', 'Fixture', 'Printed fixture'),
  model('Printed part', 'Own production', 'Gripper jaw', 'Printed gripper jaw'),
  model('Other', 'Liftmaster', 'PT-20', 'Pallet truck'),
  model('Other', 'Voltar', 'UPS-3000', 'Uninterruptible supply'),
];

/** Returns the models of a kind; with `role` only those of computers with that role. */
export function modelsOf(kind: PlantKind, role?: PlantModel['role']): PlantModel[] {
  return PLANT_MODELS.filter(
    (candidate) => candidate.kind === kind && (role === undefined || candidate.role === role),
  );
}
