import { report } from '../../src/kit/report.ts';
import { typesAndControllers, uncontrolled } from './queries.ts';

export const reports = [
  report({
    key: 'machines-by-type',
    title: 'Machines by type and controller',
    about: 'Number of active machines by type and controller, for planning spare parts and upgrades.',
    placeRegister: 'machines',
    columns: {
      machinetype: 'Machine type',
      controllertype: 'Controller',
      machines: 'Machines',
      dualpath: 'Dual path',
    },
    rows: (reader, { place }) => typesAndControllers.iterate(reader, place.within),
  }),
  report({
    key: 'machines-without-pc',
    title: 'Machines without a controlling PC',
    about: 'Active machines without a "controls" connection from an active PC.',
    placeRegister: 'machines',
    columns: {
      assetnumber: 'Machine',
      name: 'Name',
      machinetype: 'Machine type',
      controllertype: 'Controller',
      location: 'Location',
    },
    rows: (reader, { place }) => uncontrolled.iterate(reader, place.within),
  }),
];
