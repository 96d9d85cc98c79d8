declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.svg' {
  const path: string;
  export default path;
}
declare module '*.ps1' {
  const text: string;
  export default text;
}
declare module '*.sh' {
  const text: string;
  export default text;
}
declare module '*.cs' {
  const text: string;
  export default text;
}
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.webp' {
  const path: string;
  export default path;
}
declare module 'saxen' {
  /** A parser of XML that reports the tags and texts of the written chunks. */
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    on(event: 'text' | 'cdata', listener: (text: string) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | null;
  }
}
