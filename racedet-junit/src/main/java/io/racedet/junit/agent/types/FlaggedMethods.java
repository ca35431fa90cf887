package io.racedet.junit.agent.types;

import io.racedet.runtime.calls.SynchronizedMethods;
import java.lang.reflect.Method;

/**
 * The synchronized methods that have the flag and are woven. Which one a call reaches is known only
 * when it is made: the class of the object may override it, or may not be woven; and a static
 * method requests its monitor only after the initialiser of its class, which may fail.
 *
 * <p>Needs the access to {@code jdk.internal.misc} that AccessorFields gets.
 */
public final class FlaggedMethods implements SynchronizedMethods {
  private final TypeCatalog types;
  private final Object unsafe;
  private final Method shouldBeInitialized;

  private FlaggedMethods(TypeCatalog types) throws ReflectiveOperationException {
    this.types = types;
    Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
    unsafe = type.getMethod("getUnsafe").invoke(null);
    shouldBeInitialized = type.getMethod("shouldBeInitialized", Class.class);
  }

  /**
   * Those of the classes that are known.
   *
   * @throws IllegalStateException if the JDK does not tell which classes are initialised
   */
  public static FlaggedMethods of(TypeCatalog types) {
    try {
      return new FlaggedMethods(types);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK does not show which classes are initialised", e);
    }
  }

  @Override
  public boolean askFirst(Class<?> type, String method) {
    if (type.isHidden() || type.isArray() || !isInitialised(type)) {
      return false;
    }
    String name = type.getName().replace('.', '/');
    LoaderTypes home = types.typesOf(type.getClassLoader());
    if (home.flaggedMonitors(name).contains(method)) {
      return true;
    }
    ClassOutline owner = types.declaring(type.getClassLoader(), name, method);
    return owner != null && owner.home().flaggedMonitors(owner.name()).contains(method);
  }

  private boolean isInitialised(Class<?> type) {
    try {
      return !(boolean) shouldBeInitialized.invoke(unsafe, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot ask whether a class is initialised", e);
    }
  }
}
