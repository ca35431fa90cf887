package io.racedet.runtime;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.util.Formatter;
import java.util.FormatterClosedException;

/**
 * Called after calls of woven code on objects of the JDK that have a state of their own and no lock
 * for it. What such a call does is recorded where it is made: the JDK uses such objects itself, for
 * its own ends. A call that throws has done nothing that is known.
 *
 * <p>Only the class of an object tells whether it is one of these: another implementation may be
 * safe for several threads.
 */
public final class StateCalls {
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** The names of the packages whose algorithms are known to write what several calls share. */
  private static final String[] PROVIDERS = {
    "com.sun.crypto.provider.", "sun.security.ec.", "sun.security.provider.", "sun.security.rsa."
  };

  private StateCalls() {}

  /**
   * A call that accesses the state of an object, if the class of the object is one of the JDK.
   *
   * @param type the name of the class; if it ends with {@code $} or {@code .}, the beginning of the
   *     name; null for any class of the JDK
   */
  public static void accessed(int op, Object object, String type, int site) {
    ThreadBuffer b = object == null ? null : Registry.buffer();
    if (b != null && isOfJdk(object.getClass()) && isNamed(object.getClass().getName(), type)) {
      contents(b, op, object, site);
    }
  }

  static boolean isOfJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == PLATFORM;
  }

  private static boolean isNamed(String name, String type) {
    if (type == null) {
      return true;
    }
    char last = type.charAt(type.length() - 1);
    return last == '$' || last == '.' ? name.startsWith(type) : name.equals(type);
  }

  /** A call on a variable of an object other than its contents: a field, or a negative number. */
  public static void field(int op, Object object, int field, int site) {
    ThreadBuffer b = object == null || field < 0 ? null : Registry.buffer();
    if (b != null) {
      field(b, op, object, field, site);
    }
  }

  /**
   * A call on a cipher, a message authentication code or a signature, which have checked a state of
   * their own before they have called an algorithm. It is for the provider of that to say whether
   * several threads may call it.
   *
   * @param type as for {@link #accessed}
   */
  public static void provided(int op, Object object, Object provider, String type, int site) {
    if (Registry.session != null) {
      accessed(isKnown(provider) ? op : OpCodes.READ, object, type, site);
    }
  }

  private static boolean isKnown(Object provider) {
    if (provider == null || !isOfJdk(provider.getClass())) {
      return false;
    }
    String name = provider.getClass().getName();
    for (String known : PROVIDERS) {
      if (name.startsWith(known)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A call on a formatter, which has none of its own but may have one in the text it appends to.
   */
  public static void formatted(int op, Object formatter, int site) {
    ThreadBuffer b = formatter == null ? null : Registry.buffer();
    if (b != null) {
      Object text = textOf(b, (Formatter) formatter);
      if (text != null && text.getClass() == StringBuilder.class) {
        contents(b, op, text, site);
      }
    }
  }

  /* Not as an Appendable, whose classes may be woven: hooks call no methods of it. */
  private static Object textOf(ThreadBuffer b, Formatter formatter) {
    b.quiet++;
    try {
      return formatter.out();
    } catch (FormatterClosedException closed) {
      return null; // since then, by another thread
    } finally {
      b.quiet--;
    }
  }

  static void contents(ThreadBuffer b, int op, Object object, int site) {
    field(b, op, object, Layout.CONTENTS, site);
  }

  static void field(ThreadBuffer b, int op, Object object, int field, int site) {
    DataHooks.after(b.session.access(b, Layout.FIELD_WITH_OP + op, object, field, site));
  }
}
