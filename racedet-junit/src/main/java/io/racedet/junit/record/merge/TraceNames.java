package io.racedet.junit.record.merge;

import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Bins;
import io.racedet.runtime.log.Layout;
import java.util.Optional;

/** Names for the ids of a recorded trace, as in the source code. */
public final class TraceNames implements Names {
  private static final String CONTENTS = " contents";

  private final RawTrace raw;
  private final SiteCatalog catalog;
  private final ClassInits classInits;
  private final ThreadNames threads;
  private final TraceIds ids;
  private final ObjectNames objects;

  public TraceNames(
      RawTrace raw,
      SiteCatalog catalog,
      ClassInits classInits,
      ThreadNames threads,
      ObjectNames objects,
      TraceIds ids) {
    this.raw = raw;
    this.catalog = catalog;
    this.classInits = classInits;
    this.threads = threads;
    this.objects = objects;
    this.ids = ids;
  }

  @Override
  public String name(Operand space, int id) {
    return switch (space) {
      case VARIABLE -> variable(ids.variables.first(id), (int) ids.variables.second(id));
      case LOCK -> sync(ids.locks.first(id), ids.locks.second(id));
      case SYNC -> sync(ids.syncs.first(id), ids.syncs.second(id));
      case CHANNEL -> sync(ids.channels.first(id), ids.channels.second(id));
      case THREAD -> threads.of(ids.slot(id));
      case OBJECT, NONE -> Names.IDS.name(space, id);
    };
  }

  /** Whether there is a name for an id: not for one that has been dropped. */
  public boolean isKnown(Operand space, int id) {
    return ids.isKnown(space, id);
  }

  @Override
  public String location(int location) {
    int told = ids.toldSite(location);
    if (told == Layout.NONE) {
      return ""; // of tries by code that is not woven
    }
    Site site = catalog.site(told);
    String file = site.method().fileName();
    String where = file.isEmpty() ? site.method().className() : file;
    return site.line() > 0 ? where + ':' + site.line() : where;
  }

  /** Whether a lock is the bin of a map, whose modes no user knows of. */
  public boolean isBin(int lock) {
    return LockBook.aspect(ids.locks.first(lock)) == Aspects.BIN;
  }

  /** Why races on a variable are accepted; empty if they are not. */
  public Optional<String> accepted(int variable) {
    return fieldOf(variable).flatMap(FieldInfo::accepted);
  }

  /** The object of a variable. */
  public long object(int variable) {
    return ids.variables.first(variable);
  }

  String variable(long object, int key) {
    Class<?> type = raw.typeOf(object);
    if (key == Layout.CONTENTS) {
      return (type == null ? objects.of(object) : ObjectNames.simpleName(type)) + CONTENTS;
    }
    if (Layout.isElement(key)) {
      return element(object, Layout.indexOf(key));
    }
    String collection = collection(object, type, key);
    if (!collection.isEmpty()) {
      return collection + CONTENTS;
    }
    return type != null && type.isArray() ? element(object, key) : field(key);
  }

  /* The class of the collection of a library of which a field or an array is a part, or empty. */
  private String collection(long object, Class<?> type, int key) {
    boolean isPart = type != null && (type.isArray() || catalog.field(key).isInside());
    Class<?> owner = isPart ? raw.ownerOf(object) : null;
    if (isPart && owner == null && !type.isArray()) {
      owner = type;
    }
    return owner == null ? "" : ObjectNames.simpleName(ObjectNames.outermost(owner.getName()));
  }

  /** A name of a variable that is the same in every run. */
  public String variableKey(int id) {
    long object = ids.variables.first(id);
    int key = (int) ids.variables.second(id);
    Class<?> type = raw.typeOf(object);
    if (Layout.isElement(key)) {
      return (type == null ? "" : ObjectNames.simpleName(type)) + "[]";
    }
    String collection = key == Layout.CONTENTS ? "" : collection(object, type, key);
    if (!collection.isEmpty()) {
      return collection + CONTENTS;
    }
    if (key != Layout.CONTENTS && type != null && type.isArray()) {
      return "array " + ObjectNames.simpleName(type.getComponentType()) + "[]";
    }
    if (key != Layout.CONTENTS) {
      FieldInfo info = catalog.field(key);
      return info.className() + '.' + info.name();
    }
    // The name of an object of an unknown class has a number, which differs between runs.
    return type == null ? "contents" : ObjectNames.simpleName(type) + CONTENTS;
  }

  /** The class that declares the variable; empty if it is not a field. */
  public String declaringClass(int id) {
    return fieldOf(id).map(FieldInfo::className).orElse("");
  }

  private Optional<FieldInfo> fieldOf(int id) {
    Class<?> type = raw.typeOf(ids.variables.first(id));
    int key = (int) ids.variables.second(id);
    boolean isField =
        key != Layout.CONTENTS && !Layout.isElement(key) && (type == null || !type.isArray());
    return isField
        ? Optional.of(catalog.field(key)).filter(field -> !field.isInside())
        : Optional.empty();
  }

  /** The index of an element of an array; negative for other variables. */
  public int indexOf(int id) {
    int key = (int) ids.variables.second(id);
    if (Layout.isElement(key)) {
      return Layout.indexOf(key);
    }
    long object = ids.variables.first(id);
    Class<?> type = raw.typeOf(object);
    boolean isOfArray = key != Layout.CONTENTS && type != null && type.isArray();
    return isOfArray && raw.ownerOf(object) == null ? key : -1;
  }

  private String element(long object, int index) {
    Class<?> type = raw.typeOf(object);
    if (type == null || !type.isArray()) {
      return (type == null ? objects.of(object) : ObjectNames.simpleName(type)) + '[' + index + ']';
    }
    String component = ObjectNames.simpleName(type.getComponentType());
    return "array " + component + '[' + raw.lengthOf(object) + "][" + index + ']';
  }

  private String field(int field) {
    FieldInfo info = catalog.field(field);
    return ObjectNames.simpleName(info.className()) + '.' + info.name();
  }

  private String sync(long key, long operand) {
    long object = LockBook.object(key);
    return switch (LockBook.aspect(key)) {
      case Aspects.MONITOR -> objects.of(object) + " monitor";
      case Aspects.FIELD -> field((int) operand);
      case Aspects.INDEX -> element(object, (int) operand);
      case Aspects.ELEMENT -> objects.of(object) + " element";
      case Aspects.CONDITION -> objects.of(object) + " condition";
      case Aspects.BIN -> objects.of(Bins.of(object, operand));
      case Aspects.FENCE -> "memory fences";
      case Aspects.UNSEEN -> "unrecorded code under " + objects.of(object);
      case Aspects.SEEN -> "recorded code under " + objects.of(object);
      case Aspects.UNKNOWN_CALL -> "calls of unknown code on " + objects.of(object);
      case Aspects.FREEZE -> objects.of(object) + " final fields";
      case Aspects.CONNECTION -> connection(operand);
      case Aspects.PORT -> "port " + operand;
      case Aspects.PIPE -> "pipe " + operand;
      case Aspects.FILE -> "a file";
      case Aspects.CLASS_FAILURE -> "failure of a class initialisation";
      case Aspects.CLASS_INIT ->
          ObjectNames.simpleName(classInits.name((int) operand)) + " class initialisation";
      default -> objects.of(object);
    };
  }

  private static String connection(long operand) {
    return operand < 0
        ? "connections with other processes"
        : "connection from port " + (operand >> 32) + " to port " + (int) operand;
  }
}
