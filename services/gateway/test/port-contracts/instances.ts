/** The adapters of two instances of the gateway over one store. */
export type Instances<Port> = readonly [Port, Port];
