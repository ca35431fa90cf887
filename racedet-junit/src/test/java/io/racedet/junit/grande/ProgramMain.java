package io.racedet.junit.grande;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/**
 * Runs a program, with two threads.
 *
 * @param main its method
 */
record ProgramMain(Method main) implements Callable<Void> {
  private static final String THREADS = "2";

  /** Of a program whose classes are on the class path. */
  static ProgramMain of(Program program) throws ReflectiveOperationException {
    return new ProgramMain(Class.forName(program.mainClass()).getMethod("main", String[].class));
  }

  /** The class of the method. */
  Class<?> home() {
    return main.getDeclaringClass();
  }

  @Override
  public Void call() throws Exception {
    try {
      main.invoke(null, (Object) new String[] {THREADS});
      return null;
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() instanceof Exception cause ? cause : thrown;
    }
  }
}
