/** Options of a load of the demo plant into this appliance. */
export interface DemoLoadOptions {
  /** The token of the admin who loads it. */
  token: string;
  /** The request ID of all its requests. */
  requestid: string;
  onProgress(progress: { stage: string; done: number; total: number }): void;
  /** Throws when the load must stop. Called before each request. */
  check(): void;
}

/** The demo plant, which the application connects at its start. */
export interface DemoPlant {
  /** Loads the plant through the routes of the appliance itself, without a network. */
  load(options: DemoLoadOptions): Promise<void>;
}

/** Provides the demo plant. Its modules are loaded when an admin requests it. */
export class DemoSource {
  /** Returns the demo plant. */
  read: () => Promise<DemoPlant> = () => Promise.reject(new Error('No demo plant is connected.'));
}
