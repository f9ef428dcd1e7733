/**
 * The same block as three programs put it on the clipboard: a name over two lines of a merged cell, a text with a line
 * break, two numbers, a date, and characters that HTML writes otherwise.
 */
export const CLIPBOARDS: Readonly<Record<'Excel' | 'WPS' | 'Google Sheets', string>> = {
  Excel: `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<link id=Main-File rel=Main-File href="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip.htm">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
br
	{mso-data-placement:same-cell;}
td
	{padding-top:1px;
	mso-ignore:padding;
	white-space:nowrap;}
.xl65
	{white-space:normal;}
-->
</style>
</head>

<body link="#0563C1" vlink="#954F72">

<table border=0 cellpadding=0 cellspacing=0 width=288 style='border-collapse:
 collapse;width:216pt'>
<!--StartFragment-->
 <col width=72 span=4 style='width:54pt'>
 <tr height=38 style='height:28.5pt'>
  <td rowspan=2 height=57 class=xl66 width=72 style='height:42.75pt;width:54pt'>甲&amp;乙</td>
  <td class=xl65 width=72 style='width:54pt'>第一行<br>
    第二行</td>
  <td align=right width=72 style='width:54pt'>1,234</td>
  <td class=xl67 align=right width=72 style='width:54pt'>2026/1/5</td>
 </tr>
 <tr height=19 style='height:14.25pt'>
  <td height=19 style='height:14.25pt'>a &lt; b<span style='mso-spacerun:yes'>&nbsp; </span>c</td>
  <td align=right>5</td>
  <td></td>
 </tr>
<!--EndFragment-->
</table>

</body>

</html>`,
  WPS: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><meta name="ProgId" content="ET.Sheet"/><meta name="Generator" content="WPS Office ET"/><style><!-- @page {margin:1.00in 0.75in 1.00in 0.75in;} tr {mso-height-source:auto;} br {mso-data-placement:same-cell;} .et2{white-space:normal;} --></style></head><body>
<table width="288" border="0" cellpadding="0" cellspacing="0" style='width:216.00pt;border-collapse:collapse;table-layout:fixed;'>
<!--StartFragment-->
<col width="72" span="4" style='width:54.00pt;'/>
<tr height="36" style='height:27.00pt;'>
<td class="et3" height="54" width="72" rowspan="2" style='height:40.50pt;width:54.00pt;' x:str>甲&amp;乙</td>
<td class="et2" width="72" style='width:54.00pt;' x:str>第一行<br/>第二行</td>
<td width="72" align="right" style='width:54.00pt;' x:num="1234">1,234</td>
<td class="et4" width="72" align="right" style='width:54.00pt;' x:num="46027">2026/1/5</td>
</tr>
<tr height="18" style='height:13.50pt;'>
<td x:str>a &lt; b&nbsp; c</td>
<td align="right" x:num>5</td>
<td></td>
</tr>
<!--EndFragment-->
</table></body></html>`,
  'Google Sheets': `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" rowspan="2" colspan="1" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;甲&amp;乙&quot;}"><div style="max-height:42px">甲&amp;乙</div></td><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;第一行\\n第二行&quot;}">第一行<br/>第二行</td><td style="overflow:hidden;text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1234}" data-sheets-numberformat="{&quot;1&quot;:2,&quot;2&quot;:&quot;#,##0&quot;}">1,234</td><td style="overflow:hidden;text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46027}">2026/1/5</td></tr><tr style="height:21px;"><td style="overflow:hidden;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;a &lt; b  c&quot;}">a &lt; b  c</td><td style="overflow:hidden;text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:5}">5</td><td style="overflow:hidden;"></td></tr></tbody></table>`,
}
