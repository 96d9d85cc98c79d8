namespace Millwright {
  using System;
  using System.IO;
  using System.Net;
  using System.Net.Security;
  using System.Security.Cryptography;
  using System.Security.Cryptography.X509Certificates;
  public static class Fetch {
    public static string Text(string url, string[] pins) {
      using (WebResponse answer = Ask(url, pins))
      using (StreamReader reader = new StreamReader(answer.GetResponseStream())) {
        return reader.ReadToEnd();
      }
    }
    public static string File(string url, string[] pins, string path) {
      using (WebResponse answer = Ask(url, pins))
      using (Stream arriving = answer.GetResponseStream())
      using (FileStream file = new FileStream(path, FileMode.CreateNew)) {
        arriving.CopyTo(file);
        return answer.Headers["X-Build-Warning"];
      }
    }
    static WebResponse Ask(string url, string[] pins) {
      ServicePointManager.SecurityProtocol |= (SecurityProtocolType)3072;
      HttpWebRequest request = (HttpWebRequest)WebRequest.Create(url);
      request.AllowAutoRedirect = false;
      request.KeepAlive = false;
      request.ConnectionGroupName = Guid.NewGuid().ToString("N");
      if (request.RequestUri.Scheme != "https") throw new InvalidOperationException("The address must begin with https://.");
      if (pins.Length > 0) {
        request.ServerCertificateValidationCallback = delegate(object sender, X509Certificate certificate, X509Chain chain, SslPolicyErrors errors) {
          return Array.IndexOf(pins, PinOf(certificate.GetRawCertData())) >= 0;
        };
      }
      HttpWebResponse answer = (HttpWebResponse)request.GetResponse();
      if (answer.StatusCode == HttpStatusCode.OK) return answer;
      answer.Close();
      throw new InvalidOperationException("The appliance returned an unexpected response.");
    }
    static string PinOf(byte[] der) {
      int at = Inside(der, Inside(der, 0));
      if (der[at] == 0xA0) at = After(der, at);
      for (int part = 0; part < 5; part++) at = After(der, at);
      int length = After(der, at) - at;
      using (SHA256 sha = SHA256.Create()) return Convert.ToBase64String(sha.ComputeHash(der, at, length));
    }
    static int Inside(byte[] der, int at) {
      return der[at + 1] < 0x80 ? at + 2 : at + 2 + (der[at + 1] & 0x7F);
    }
    static int After(byte[] der, int at) {
      int inside = Inside(der, at);
      int length = der[at + 1];
      if (length >= 0x80) {
        length = 0;
        for (int next = at + 2; next < inside; next++) length = length * 256 + der[next];
      }
      return inside + length;
    }
  }
}
