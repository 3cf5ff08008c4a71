/** A map of use case classes. The keys are the names by which routes call the use cases. */
export type Classes = Readonly<Record<string, abstract new (...dependencies: never) => unknown>>;

/** The instances that belong to a map of classes, under the same keys. The composition creates them. */
export type InstancesOf<Of extends Classes> = { readonly [Name in keyof Of]: InstanceType<Of[Name]> };
