package io.racedet.junit.agent.types;

import io.racedet.runtime.AgentState;
import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.calls.InheritedKinds;

/** How calls of methods are treated that classes outside the JDK inherit from it. */
public final class InheritedMethods implements InheritedKinds {
  private final TypeCatalog types;

  public InheritedMethods(TypeCatalog types) {
    this.types = types;
  }

  @Override
  public int of(Class<?> type, String method) {
    String name = type.getName().replace('.', '/');
    ClassOutline owner =
        type.isHidden() ? null : types.methodOwner(type.getClassLoader(), name, method);
    if (owner == null || !types.isPlatform(owner)) {
      return CallKinds.KNOWN;
    }
    return kind(types, owner, method.substring(0, method.indexOf('(')));
  }

  /**
   * How a method of the JDK is treated when it is called on an object of another class. A base
   * class runs code of its subclass, which must not be ordered; its own state keeps sections in
   * order.
   */
  public static int kind(TypeCatalog types, ClassOutline owner, String name) {
    int kind = AgentState.callKinds().of(owner.name().replace('/', '.'), name);
    if (kind != CallKinds.UNKNOWN) {
      return kind;
    }
    if (!types.hasState(owner)) {
      return CallKinds.KNOWN;
    }
    return owner.isAbstract() ? CallKinds.STATEFUL : CallKinds.UNKNOWN;
  }
}
