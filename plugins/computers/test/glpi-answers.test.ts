import { expect, test } from 'bun:test';
import { gunzipSync, inflateSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import {
  type AgentAnswer,
  answerContact,
  answerError,
  answerInventory,
  answerProlog,
  decodeInventoryBody,
  readAgentRequest,
} from '../glpi/index.ts';

const json = { format: 'json', compression: 'none' } as const;
const zlibXml = { format: 'xml', compression: 'zlib' } as const;
const text = (answer: AgentAnswer) => Buffer.from(answer.body).toString();
const parseAnswer = (answer: AgentAnswer) => JSON.parse(text(answer)) as Record<string, unknown>;
const reply = (answer: AgentAnswer) => new XMLParser().parse(inflateSync(answer.body).toString()).REPLY;
const request = (body: string) => readAgentRequest(decodeInventoryBody(Buffer.from(body), null, null));

test('the contact response enables the inventory task and disables the other tasks', () => {
  const body = JSON.stringify({
    action: 'contact',
    deviceid: 'pc-2026-01-01-00-00-00',
    name: 'GLPI-Agent',
    version: '1.11',
    'installed-tasks': ['inventory', 'deploy', 'netdiscovery'],
    'enabled-tasks': ['deploy', 'inventory', 'netdiscovery'],
  });
  const contact = request(body);
  if (contact.kind !== 'contact') throw new Error(contact.kind);
  const answer = answerContact(json, contact.enabledtasks, 12);
  expect(answer.contenttype).toBe('application/json');
  expect(parseAnswer(answer)).toEqual({
    status: 'ok',
    expiration: 12,
    tasks: { inventory: { server: 'glpi', version: '10.0.0' } },
    disabled: ['deploy', 'netdiscovery'],
  });
});

test('responses use the compression of the request', () => {
  const zlib = answerContact({ format: 'json', compression: 'zlib' }, ['inventory']);
  expect(zlib.contenttype).toBe('application/x-compress-zlib');
  expect(Buffer.from(zlib.body.subarray(0, 2)).toString('hex')).toBe('789c');
  expect(JSON.parse(inflateSync(zlib.body).toString())).toMatchObject({ status: 'ok' });
  const gzip = answerInventory({ format: 'json', compression: 'gzip' });
  expect(gzip.contenttype).toBe('application/x-compress-gzip');
  expect(JSON.parse(gunzipSync(gzip.body).toString())).toEqual({ status: 'ok', expiration: 24 });
});

test('the response to a FusionInventory prolog requests an inventory in XML', () => {
  const prolog = '<?xml version="1.0"?><REQUEST><DEVICEID>pc</DEVICEID><QUERY>PROLOG</QUERY></REQUEST>';
  expect(request(prolog)).toEqual({ kind: 'prolog' });
  const answer = answerProlog(zlibXml, null);
  expect(answer.contenttype).toBe('application/x-compress-zlib');
  expect(reply(answer)).toEqual({ PROLOG_FREQ: 24, RESPONSE: 'SEND' });
  expect(reply(answerInventory(zlibXml))).toEqual({ RESPONSE: 'SEND' });
  expect(answerProlog({ format: 'xml', compression: 'none' }, null).contenttype).toBe('application/xml');
});

test('the response to the prolog of a GLPI Agent is JSON with the requested compression', () => {
  const answer = answerProlog(zlibXml, '8dbd1d8a-9f47-4f0b-8a1b-3c2f1e0d9c8b');
  const { disabled, ...rest } = JSON.parse(inflateSync(answer.body).toString());
  expect(rest).toEqual({ status: 'ok', expiration: 24 });
  expect(disabled).toEqual(expect.arrayContaining(['collect', 'deploy', 'esx']));
  expect(disabled).not.toContain('inventory');
});

test('error responses contain a message for the log of the agent', () => {
  expect(parseAnswer(answerError(json, 'The inventory is empty.'))).toEqual({
    status: 'error',
    message: 'The inventory is empty.',
    expiration: 24,
  });
  const xml = text(answerError({ format: 'xml', compression: 'none' }, 'a < b & c ]]> d'));
  expect(xml).toContain('<ERROR>a &lt; b &amp; c ]]&gt; d</ERROR>');
});

test('the request reader returns the kind of a request and the action when it is unsupported', () => {
  expect(request('{"deviceid":"x","content":{}}')).toEqual({ kind: 'inventory' });
  expect(request('{"action":"get_params","deviceid":"x"}')).toEqual({ kind: 'notice' });
  expect(request('{"action":"netinventory","content":{}}')).toEqual({ kind: 'notice' });
  expect(request('{"action":"wakeonlan","deviceid":"x"}')).toEqual({
    kind: 'unsupported',
    action: 'wakeonlan',
  });
  expect(request('{"action":{},"enabled-tasks":7,"content":[]}')).toEqual({ kind: 'inventory' });
  expect(request('{"action":"contact","enabled-tasks":[1]}')).toEqual({ kind: 'contact', enabledtasks: [] });
});
