package io.racedet.junit.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntSupplier;

/**
 * Defines a program, its nested classes and its cells itself, though its parent has them, too: as
 * the loaders of development servers do. With a new one, they are initialised again.
 */
final class OwnLoader extends ClassLoader {
  private final String prefix;

  private OwnLoader(Class<?> program) {
    super(program.getClassLoader());
    prefix = program.getName();
  }

  /** A new object of a class of its own. */
  static IntSupplier fresh(Class<? extends IntSupplier> program)
      throws ReflectiveOperationException {
    Class<?> copy = new OwnLoader(program).loadClass(program.getName());
    return (IntSupplier) copy.getDeclaredConstructor().newInstance();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(prefix) && !name.equals(JdkPrograms.Cell.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] file = in.readAllBytes();
      return defineClass(name, file, 0, file.length, OwnLoader.class.getProtectionDomain());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
