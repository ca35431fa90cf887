package io.racedet.runtime.calls;

/** What the runtime asks the agent, which knows more of classes. Immutable. */
public final class AgentServices {
  /** Those of a process without an agent. */
  public static final AgentServices NONE = new AgentServices(null, null, null, null, null, null);

  /** Resolves the fields of VarHandles, field updaters and offsets. */
  public final FieldFinder fields;

  /** Weaves the calls of method references. */
  public final ReferenceWeaver references;

  /** Resolves the methods that classes inherit from the JDK. */
  public final InheritedKinds inherited;

  /** Tells which calls request a monitor first. */
  public final SynchronizedMethods monitors;

  /** Tells which fields the JDK copies. */
  public final ObjectFields copied;

  /** Is told of threads before they start. */
  public final StartListener starts;

  public AgentServices(
      FieldFinder fields,
      ReferenceWeaver references,
      InheritedKinds inherited,
      SynchronizedMethods monitors,
      ObjectFields copied,
      StartListener starts) {
    this.fields = fields;
    this.references = references;
    this.inherited = inherited;
    this.monitors = monitors;
    this.copied = copied;
    this.starts = starts;
  }
}
