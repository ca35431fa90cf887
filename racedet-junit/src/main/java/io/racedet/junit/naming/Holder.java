package io.racedet.junit.naming;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What holds an object.
 *
 * @param kind what it is
 * @param text its name: of a container that of what holds the container
 */
record Holder(Kind kind, String text) {
  /** What can hold an object; what says most about the object comes first. */
  enum Kind {
    /** A field. */
    FIELD,
    /** A collection, an array or another container. */
    CONTAINER,
    /** A local variable. */
    LOCAL
  }

  /** The one that says most about the object that these hold; none if that is not one alone. */
  static Optional<Holder> best(List<Holder> holders) {
    Optional<Kind> most = holders.stream().map(Holder::kind).min(Comparator.naturalOrder());
    List<Holder> best =
        holders.stream().filter(each -> each.kind == most.orElseThrow()).distinct().toList();
    return best.size() == 1 ? Optional.of(best.get(0)) : Optional.empty();
  }

  /** A field, with the class that declares it, by its internal name. */
  static Holder field(String owner, String field) {
    return new Holder(Kind.FIELD, simple(owner) + '.' + field);
  }

  /** A local variable of a method. */
  static Holder local(String variable, String method) {
    String of = method.isEmpty() ? "" : " of method " + method;
    return new Holder(Kind.LOCAL, "local variable " + variable + of);
  }

  /** What contains the object, and is held by this. */
  Holder container() {
    return new Holder(Kind.CONTAINER, text);
  }

  /**
   * The name of an object of a type: {@code Prices.cache (HashMap)}, {@code HashMap in Prices.all}.
   */
  String holding(String type) {
    return kind == Kind.CONTAINER ? type + " in " + text : text + " (" + type + ')';
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('/') + 1).replace('$', '.');
  }
}
