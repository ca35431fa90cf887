package io.racedet.fleet;

import io.racedet.trace.TraceSplit;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The bytes of a file on any file system of Hadoop. */
final class HadoopFile implements TraceSplit.Source {
  static final int BUFFER = 1 << 16;

  private final Path path;
  private final FileSystem files;

  HadoopFile(TraceInput input, Configuration hadoop) throws IOException {
    path = new Path(URI.create(input.path()));
    files = path.getFileSystem(hadoop);
  }

  @Override
  public long length() throws IOException {
    return files.getFileStatus(path).getLen();
  }

  @Override
  public InputStream open(long offset) throws IOException {
    FSDataInputStream in = files.open(path);
    try {
      in.seek(offset);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
    return new BufferedInputStream(in, BUFFER);
  }
}
