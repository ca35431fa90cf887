package io.racedet.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this module exports to everyone, as text: a line for each type and one for each of its
 * members that others can name. Members of {@code Object}, {@code Record} and {@code Enum} are left
 * out, and so is {@code public}.
 */
public final class ExportedApi {
  private static final Path CLASSES = Path.of("target", "classes");
  private static final Pattern PACKAGE = Pattern.compile("\\b(\\p{Lower}\\w*\\.)+(?=\\p{Upper})");
  private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");
  private static final Set<String> OF_ENUM = Set.of("values", "valueOf");
  private static final Set<Class<?>> IMPLIED =
      Set.of(Object.class, Record.class, Enum.class, Annotation.class);

  private ExportedApi() {}

  /** The packages that are exported to everyone. */
  public static Set<String> packages() throws IOException {
    try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
      return ModuleDescriptor.read(in).exports().stream()
          .filter(export -> !export.isQualified())
          .map(ModuleDescriptor.Exports::source)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The types with their members, in the order of their names. */
  public static List<String> lines() throws IOException, ClassNotFoundException {
    List<String> lines = new ArrayList<>();
    for (String packageName : packages()) {
      for (String name : typesOf(packageName)) {
        Class<?> type = Class.forName(name, false, ExportedApi.class.getClassLoader());
        if (isVisible(type)) {
          lines.add(type.getCanonicalName() + ": " + header(type));
          members(type).forEach(member -> lines.add("  " + member));
        }
      }
    }
    return lines;
  }

  private static List<String> typesOf(String packageName) throws IOException {
    try (Stream<Path> files = Files.list(CLASSES.resolve(packageName.replace('.', '/')))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
          .map(file -> packageName + '.' + file.substring(0, file.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }

  /** Those of superclasses that users cannot name are members of their visible subclasses. */
  private static Set<String> members(Class<?> type) {
    Set<String> members = new TreeSet<>();
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      if (owner == type || owner.getName().startsWith("io.racedet.") && !isVisible(owner)) {
        Stream.of(owner.getDeclaredFields(), owner.getDeclaredMethods())
            .flatMap(Arrays::stream)
            .filter(member -> isVisible(member, type))
            .forEach(member -> members.add(text(member)));
      }
    }
    Stream.of(type.getDeclaredConstructors())
        .filter(constructor -> isVisible(constructor, type))
        .forEach(
            constructor -> members.add(modifiers(constructor) + "new" + parameters(constructor)));
    return members;
  }

  private static boolean isVisible(Class<?> type) {
    return (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
        && type.getCanonicalName() != null
        && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }

  private static boolean isVisible(Member member, Class<?> type) {
    if (member.isSynthetic()
        || OF_OBJECT.contains(member.getName())
        || type.isEnum() && OF_ENUM.contains(member.getName())) {
      return false;
    }
    return Modifier.isPublic(member.getModifiers())
        || Modifier.isProtected(member.getModifiers()) && !Modifier.isFinal(type.getModifiers());
  }

  private static String header(Class<?> type) {
    Type[] supertypes =
        Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()),
                Stream.of(type.getGenericInterfaces()))
            .filter(supertype -> IMPLIED.stream().noneMatch(i -> isOf(supertype, i)))
            .toArray(Type[]::new);
    return modifiers(type)
        + kind(type)
        + typeParameters(type)
        + (supertypes.length == 0 ? "" : " extends " + names(supertypes));
  }

  private static boolean isOf(Type type, Class<?> raw) {
    return type.getTypeName().replaceAll("<.*", "").equals(raw.getName());
  }

  private static String modifiers(Class<?> type) {
    if (type.isInterface() || type.isEnum() || type.isRecord()) {
      return "";
    }
    int told = Modifier.ABSTRACT | Modifier.FINAL | Modifier.PROTECTED;
    String text = Modifier.toString(type.getModifiers() & told);
    return text.isEmpty() ? "" : text + ' ';
  }

  private static String kind(Class<?> type) {
    if (type.isInterface()) {
      return type.isAnnotation() ? "annotation" : "interface";
    }
    return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String text(Member member) {
    if (member instanceof Field field) {
      return modifiers(field) + name(field.getGenericType()) + ' ' + field.getName();
    }
    Method method = (Method) member;
    return (method.isDefault() ? "default " : modifiers(method))
        + (typeParameters(method) + ' ').stripLeading()
        + name(method.getGenericReturnType())
        + ' '
        + method.getName()
        + parameters(method)
        + (method.getDefaultValue() == null ? "" : " = " + value(method.getDefaultValue()));
  }

  private static String value(Object value) {
    if (value instanceof Object[] array) {
      return Stream.of(array).map(ExportedApi::value).collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof Annotation annotation) {
      return '@' + name(annotation.annotationType());
    }
    return value instanceof String ? "\"" + value + '"' : value.toString();
  }

  private static String modifiers(Member member) {
    int told = Modifier.PROTECTED | Modifier.STATIC;
    String text = Modifier.toString(member.getModifiers() & told);
    return text.isEmpty() ? "" : text + ' ';
  }

  private static String parameters(Executable executable) {
    Type[] thrown = executable.getGenericExceptionTypes();
    return '('
        + names(executable.getGenericParameterTypes())
        + ')'
        + (thrown.length == 0 ? "" : " throws " + names(thrown));
  }

  private static String typeParameters(GenericDeclaration declaration) {
    return declaration.getTypeParameters().length == 0
        ? ""
        : Stream.of(declaration.getTypeParameters())
            .map(parameter -> parameter.getName() + " extends " + names(parameter.getBounds()))
            .map(text -> text.replace(" extends Object", ""))
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String names(Type... types) {
    return Stream.of(types).map(ExportedApi::name).collect(Collectors.joining(", "));
  }

  private static String name(Type type) {
    return PACKAGE.matcher(type.getTypeName()).replaceAll("").replace('$', '.');
  }
}
