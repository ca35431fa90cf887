package io.racedet.junit.agent.types;

import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.runtime.calls.CopiedFields;
import io.racedet.runtime.calls.ObjectFields;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The instance fields of the classes whose data accesses are recorded. */
public final class InstanceFields implements ObjectFields {
  private static final String CLONE = "clone()Ljava/lang/Object;";

  private final TypeCatalog types;
  private final SiteTable table;

  public InstanceFields(TypeCatalog types, SiteTable table) {
    this.types = types;
    this.table = table;
  }

  @Override
  public CopiedFields ofClone(Class<?> type, boolean byClass) {
    if (!Cloneable.class.isAssignableFrom(type)) {
      return CopiedFields.NONE; // the call is going to throw
    }
    Fields fields = new Fields();
    ClassOutline outline = outline(type);
    for (Class<?> at = type; outline != null && !types.isPlatform(outline); ) {
      if (byClass && outline.declares(CLONE)) {
        return CopiedFields.NONE;
      }
      fields.add(outline, name -> true);
      at = at.getSuperclass();
      outline = outline(at);
    }
    return fields.toCopied();
  }

  @Override
  public CopiedFields ofSerialization(Class<?> declarer, boolean references) {
    ClassOutline outline = outline(declarer);
    ObjectStreamClass serialized = ObjectStreamClass.lookup(declarer);
    if (outline == null || types.isPlatform(outline) || serialized == null) {
      return CopiedFields.NONE;
    }
    Set<String> names = new HashSet<>();
    for (ObjectStreamField field : serialized.getFields()) {
      if (field.isPrimitive() != references) {
        names.add(field.getName());
      }
    }
    Fields fields = new Fields();
    fields.add(outline, names::contains);
    return fields.toCopied();
  }

  private ClassOutline outline(Class<?> type) {
    return type.isHidden()
        ? null
        : types.outline(type.getClassLoader(), type.getName().replace('.', '/'));
  }

  private final class Fields {
    private final List<Integer> plain = new ArrayList<>();
    private final List<Integer> finals = new ArrayList<>();
    private final List<Integer> volatiles = new ArrayList<>();

    void add(ClassOutline outline, Predicate<String> names) {
      if (outline.home().depth(outline.name()) != Depth.DATA) {
        return;
      }
      for (FieldOutline field : outline.fields()) {
        if (!field.isStatic() && !field.isToolPrivate() && names.test(field.name())) {
          add(outline, field);
        }
      }
    }

    private void add(ClassOutline outline, FieldOutline field) {
      int id = outline.home().fieldId(outline.name(), field, false, table);
      (field.isFinal() ? finals : field.isVolatile() ? volatiles : plain).add(id);
    }

    CopiedFields toCopied() {
      return new CopiedFields(ids(plain), ids(finals), ids(volatiles));
    }

    private static int[] ids(List<Integer> fields) {
      return fields.stream().mapToInt(Integer::intValue).toArray();
    }
  }
}
