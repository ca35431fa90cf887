package io.racedet.samples.drivers;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Objects of a library without what they need in a program, such as a server. */
final class LibraryObjects {
  private LibraryObjects() {}

  /** Runs the constructor without parameters of a class above, but none of those below it. */
  static Object constructedAs(Class<?> base, Class<?> type) throws ReflectiveOperationException {
    Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
    Method constructor =
        factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
    Object only = factory.getMethod("getReflectionFactory").invoke(null);
    Constructor<?> found =
        (Constructor<?>) constructor.invoke(only, type, base.getDeclaredConstructor());
    return found.newInstance();
  }

  static void set(Class<?> type, Object object, String name, Object value)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(object, value);
  }

  /** An object with methods that do nothing; those that return any object return the result. */
  static Object idle(Class<?> type, Object result) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> method.getReturnType().equals(Object.class) ? result : null);
  }

  static void call(Method method, Object object, Object... arguments) {
    try {
      method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      throw unchecked(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method + " cannot be called", e);
    }
  }

  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
  }
}
