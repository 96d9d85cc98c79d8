import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema?: object }> }> }>
  >;
  components: { schemas: Record<string, object> };
}

type Check = (method: string, path: string, status: number, body: unknown) => void;

/**
 * Compiled documents by their text. Sites with the same document share them, because compiling takes longer
 * than most tests.
 */
const checks = new Map<string, Check>();

/**
 * Checks responses against the OpenAPI document as served. Every test that receives a response thus tests the
 * document.
 */
export function createDocumentCheck(served: string): Check {
  const check = checks.get(served) ?? checkOf(JSON.parse(served));
  checks.set(served, check);
  return check;
}

function checkOf(document: Document): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'doc', components: document.components });
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  /** Compiled schemas by their text. Most routes share the schemas of errors. */
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  const validatorOf = (schema: object) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate;
  };
  const schemaFor = (method: string, path: string, status: number) => {
    const fits = templates.filter(
      (template) => template.pattern.test(path) && document.paths[template.path]?.[method.toLowerCase()],
    );
    // A literal segment takes precedence over a parameter, as in the router.
    const template = fits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    if (!template) return undefined;
    const responses = document.paths[template.path]![method.toLowerCase()]!.responses;
    return {
      name: template.path,
      schema: (responses[String(status)] ?? responses.default)?.content?.['application/json']?.schema,
    };
  };
  return (method, path, status, body) => {
    const found = schemaFor(method, path, status);
    if (!found?.schema) return;
    const validate = validatorOf(found.schema);
    if (!validate(body))
      throw new Error(
        `The answer of ${method} ${found.name} ${status} is not as documented: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body).slice(0, 600)}`,
      );
  };
}
