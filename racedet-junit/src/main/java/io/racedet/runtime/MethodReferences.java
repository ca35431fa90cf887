package io.racedet.runtime;

import io.racedet.runtime.calls.ReferenceWeaver;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Links the method references of woven code whose calls need hooks. */
public final class MethodReferences {
  private MethodReferences() {}

  /**
   * The bootstrap method, in place of {@link LambdaMetafactory#metafactory}.
   *
   * @throws LambdaConversionException as the metafactory does
   * @throws ReflectiveOperationException if the bridge cannot be defined
   */
  public static CallSite metafactory(
      MethodHandles.Lookup caller,
      String name,
      MethodType factory,
      MethodType type,
      MethodHandle method,
      MethodType specific,
      int site,
      int treatment)
      throws LambdaConversionException, ReflectiveOperationException {
    ThreadBuffer b = Registry.buffer();
    if (b != null) {
      b.quiet++;
    }
    try {
      MethodType bridged = withCaptured(factory, method.type());
      Class<?> bridge =
          Registry.services.references.bridge(caller, method, bridged, site, treatment);
      MethodHandle call = caller.findStatic(bridge, ReferenceWeaver.BRIDGE, bridged);
      return LambdaMetafactory.metafactory(caller, name, factory, type, call, specific);
    } finally {
      if (b != null) {
        b.quiet--;
      }
    }
  }

  /* What is captured must have exactly the types of the parameters of a static method. */
  private static MethodType withCaptured(MethodType factory, MethodType method) {
    MethodType result = method;
    for (int i = 0; i < factory.parameterCount(); i++) {
      result = result.changeParameterType(i, factory.parameterType(i));
    }
    return result;
  }
}
