package io.racedet.junit.mutation;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;

/** Puts other class files in the place of those of the JDK that the model has woven. */
final class Reweaving implements ClassFileTransformer {
  private final Instrumentation instrumentation;
  private volatile Map<String, byte[]> files = Map.of();

  /** The model must have been installed before. */
  Reweaving(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    instrumentation.addTransformer(this, true);
  }

  /** From now on the classes are as in these files. */
  void use(Map<Class<?>, byte[]> woven) {
    Map<String, byte[]> byName = new HashMap<>();
    woven.forEach((type, file) -> byName.put(type.getName().replace('.', '/'), file));
    files = byName;
    retransform(woven);
  }

  /** From now on the classes are as the model weaves them. */
  void restore(Map<Class<?>, byte[]> woven) {
    files = Map.of();
    retransform(woven);
  }

  private void retransform(Map<Class<?>, byte[]> woven) {
    try {
      instrumentation.retransformClasses(woven.keySet().toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    return redefined != null && isOfJdk(loader) ? files.get(name) : null;
  }

  private static boolean isOfJdk(ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
