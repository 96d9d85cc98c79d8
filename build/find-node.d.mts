export declare function findNode(root: string): string | undefined;
