package io.racedet.junit.extension;

import io.racedet.junit.RacedetExtension;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Optional;
import org.junit.jupiter.api.extension.Extension;

/**
 * The context class loader under which JUnit auto-detects the extensions of an inner run: finds
 * {@link RacedetExtension}, and others only if the outer run does. It also passes the repetition to
 * the instance that JUnit creates. Classes and all other resources come from the parent.
 */
final class InnerLoader extends ClassLoader {
  private static final String SERVICES = "META-INF/services/" + Extension.class.getName();

  private final InnerRepetition repetition;
  private final boolean autodetectsOthers;

  InnerLoader(ClassLoader parent, InnerRepetition repetition, boolean autodetectsOthers) {
    super("racedet", parent);
    this.repetition = repetition;
    this.autodetectsOthers = autodetectsOthers;
  }

  static Optional<InnerRepetition> repetitionOf(ClassLoader loader) {
    return loader instanceof InnerLoader inner ? Optional.of(inner.repetition) : Optional.empty();
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.equals(SERVICES) && !autodetectsOthers
        ? Collections.enumeration(Collections.singleton(ownServices()))
        : super.getResources(name);
  }

  private static URL ownServices() throws IOException {
    URLStreamHandler content =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new Content(url);
          }
        };
    return new URL("racedet", "", -1, "/" + SERVICES, content);
  }

  private static final class Content extends URLConnection {
    Content(URL url) {
      super(url);
    }

    @Override
    public void connect() {
      connected = true;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(
          RacedetExtension.class.getName().getBytes(StandardCharsets.UTF_8));
    }
  }
}
